#include "report/json.hpp"

#include <stdexcept>

namespace mapwright::report {

namespace {

const char* name_of(ErrorKind kind) {
  switch (kind) {
  case ErrorKind::input:
    return "input";
  case ErrorKind::answer_no:
    return "answer_no";
  case ErrorKind::machine:
    return "machine";
  case ErrorKind::internal:
    break;
  }
  return "internal";
}

} // namespace

Json integer(expr::Int value) {
  constexpr expr::Int exact_in_double = expr::Int{1} << 53;
  if (value >= -exact_in_double && value <= exact_in_double) {
    return static_cast<std::int64_t>(value);
  }
  return expr::to_string(value);
}

Json integers(std::span<const expr::Int> values) {
  Json array = Json::array();
  for (const expr::Int value : values) {
    array.push_back(integer(value));
  }
  return array;
}

Json by_name(const std::vector<expr::Symbol>& names, std::span<const expr::Int> values) {
  if (names.size() != values.size()) {
    throw std::logic_error("by_name: one value per name");
  }
  Json object = Json::object();
  for (std::size_t i = 0; i < names.size(); ++i) {
    object[names[i].name()] = integer(values[i]);
  }
  return object;
}

Json names(const std::vector<expr::Symbol>& symbols) {
  Json array = Json::array();
  for (const expr::Symbol symbol : symbols) {
    array.push_back(symbol.name());
  }
  return array;
}

Json error_document(const Error& error) {
  Json where = nullptr;
  if (error.where) {
    where = {{"file", error.where->file}, {"line", error.where->line}, {"column", error.where->column}};
  }
  return {{"schema_version", 1},
          {"error",
           {{"kind", name_of(error.kind)},
            {"message", error.message},
            {"hint", error.hint},
            {"where", where},
            {"exit_code", exit_code(error.kind)}}}};
}

int exit_code(ErrorKind kind) {
  switch (kind) {
  case ErrorKind::answer_no:
    return 1;
  case ErrorKind::input:
    return 2;
  case ErrorKind::machine:
    return 3;
  case ErrorKind::internal:
    break;
  }
  return 4;
}

std::string document_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace mapwright::report
