#include "mapper/program/named_expression.hpp"

#include "core/suggest.hpp"
#include "expr/evaluate.hpp"
#include "expr/text.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::mapper {

namespace {

bool is_word_byte(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Where `name` stands in `text` as a whole word.
std::size_t place_of_word(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || !is_word_byte(text[at - 1])) && (end == text.size() || !is_word_byte(text[end]))) {
      return at;
    }
  }
  return 0;
}

bool reads_a_table(const expr::Expr& e) {
  return e.op() == expr::Op::load || std::any_of(e.operands().begin(), e.operands().end(), reads_a_table);
}

} // namespace

Result<expr::Expr> parse_named(std::string_view text, const std::vector<std::string>& names, std::string_view whose) {
  auto parsed = expr::parse_expr(text, "");
  if (!parsed) {
    return parsed;
  }
  if (reads_a_table(*parsed)) {
    return tl::unexpected<Error>(Error{ErrorKind::input, "there are no tables to read from", locate(text, 0, ""), {}});
  }
  for (const expr::Symbol symbol : expr::free_variables(*parsed)) {
    const std::string& name = symbol.name();
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      return tl::unexpected<Error>(Error{
          ErrorKind::input, fmt::format("'{}' is not {}", name, whose), locate(text, place_of_word(text, name), ""),
          suggest(name, names,
                  names.empty() ? std::string("there are none")
                                : fmt::format("expected one of: {}", fmt::join(names, ", ")))});
    }
  }
  return parsed;
}

Result<std::int64_t> evaluate_named(const expr::Expr& e, const NamedValues& values) {
  expr::Environment environment;
  environment.reserve(values.size());
  for (const auto& [name, value] : values) {
    environment.bind(expr::Symbol(name), value);
  }
  const auto value = expr::evaluate(e, environment);
  if (value && *value >= INT64_MIN && *value <= INT64_MAX) {
    return static_cast<std::int64_t>(*value);
  }
  std::string at;
  for (const expr::Symbol symbol : expr::free_variables(e)) {
    for (const auto& [name, bound] : values) {
      if (name == symbol.name()) {
        at += fmt::format("{}{}={}", at.empty() ? " at " : " ", name, bound);
      }
    }
  }
  return fail(ErrorKind::input, fmt::format("{} has no value{}: {}", expr::to_text(e), at,
                                            value ? std::string("a number too large") : describe(value.error())));
}

} // namespace mapwright::mapper
