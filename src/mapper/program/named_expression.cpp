#include "mapper/program/named_expression.hpp"

#include "core/suggest.hpp"
#include "core/words.hpp"
#include "expr/evaluate.hpp"
#include "expr/text.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::mapper {

namespace {

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
      const std::size_t at = find_word(text, name);
      return tl::unexpected<Error>(
          Error{ErrorKind::input, fmt::format("'{}' is not {}", name, whose),
                locate(text, at == std::string_view::npos ? 0 : at, ""),
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
