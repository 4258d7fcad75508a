#include "kernel/tune/json_walk.hpp"

#include <fmt/format.h>

namespace mapwright::kernel {

void JsonWalk::refuse(std::string_view mistake, std::string hint, std::size_t within) {
  if (!error_) {
    const std::string place = to_string(std::span<const JsonStep>(path_));
    error_ = Error{ErrorKind::input, place.empty() ? std::string(mistake) : fmt::format("{}: {}", place, mistake),
                   locate(text_, json_place(text_, path_) + within, file_), std::move(hint)};
  }
}

void JsonWalk::refuse(const Error& error) {
  refuse(error.message, error.hint, error.where ? static_cast<std::size_t>(error.where->column) : 0);
}

std::string JsonWalk::text(const nlohmann::json& object, const std::string& key, bool needed) {
  std::string found;
  member(object, key, nlohmann::json::value_t::string, needed,
         [&](const nlohmann::json& value) { found = value.get<std::string>(); });
  return found;
}

bool JsonWalk::has_type(const nlohmann::json& value, nlohmann::json::value_t type) {
  return type == nlohmann::json::value_t::discarded      ? true
         : type == nlohmann::json::value_t::number_float ? value.is_number()
                                                         : value.type() == type;
}

const char* JsonWalk::name_of(nlohmann::json::value_t type) {
  switch (type) {
  case nlohmann::json::value_t::object:
    return "an object";
  case nlohmann::json::value_t::array:
    return "a list";
  case nlohmann::json::value_t::string:
    return "a text";
  default:
    return "a number";
  }
}

} // namespace mapwright::kernel
