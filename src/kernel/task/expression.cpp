#include "kernel/task/expression.hpp"

#include "core/suggest.hpp"
#include "core/words.hpp"
#include "expr/evaluate.hpp"
#include "expr/text.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel {

namespace {

/// A table that is read; nothing when there is none.
std::optional<std::string> table_in(const expr::Expr& e) {
  if (e.op() == expr::Op::load) {
    return e.name().name();
  }
  for (const expr::Expr& operand : e.operands()) {
    if (auto found = table_in(operand)) {
      return found;
    }
  }
  return std::nullopt;
}

} // namespace

Result<expr::Expr> parse_over(std::string_view text, const std::vector<std::string>& names, std::string_view whose) {
  auto parsed = expr::parse_expr(text, "");
  if (!parsed) {
    return parsed;
  }
  const auto refuse = [&](const std::string& name, std::string message, std::string hint) {
    const std::size_t at = find_word(text, name);
    return tl::unexpected<Error>(Error{ErrorKind::input, std::move(message),
                                       locate(text, at == std::string_view::npos ? 0 : at, ""), std::move(hint)});
  };
  if (const auto table = table_in(*parsed)) {
    return refuse(*table, fmt::format("there is no table '{}' to read from", *table), {});
  }
  for (const expr::Symbol symbol : expr::free_variables(*parsed)) {
    const std::string& name = symbol.name();
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      return refuse(name, fmt::format("'{}' is not {}", name, whose),
                    suggest(name, names,
                            names.empty() ? std::string("there are none")
                                          : fmt::format("expected one of: {}", fmt::join(names, ", "))));
    }
  }
  return parsed;
}

std::optional<expr::Expr> read_over(Section& section, std::string_view key, std::size_t item, std::string_view text,
                                    const std::vector<std::string>& names, std::string_view whose) {
  auto parsed = parse_over(text, names, whose);
  if (!parsed) {
    const Error& error = parsed.error();
    const auto byte = error.where ? static_cast<std::size_t>(error.where->column - 1) : 0;
    section.refuse_within(key, item, byte, error.message, error.hint);
    return std::nullopt;
  }
  return std::move(*parsed);
}

Result<expr::Int> evaluate_at(const expr::Expr& e, const Values& values) {
  expr::Environment environment;
  environment.reserve(values.size());
  for (const auto& [name, value] : values) {
    environment.bind(expr::Symbol(name), value);
  }
  const auto value = expr::evaluate(e, environment);
  if (!value) {
    return fail(ErrorKind::input,
                fmt::format("{} has no value at {}: {}", expr::to_text(e), describe(values), describe(value.error())));
  }
  return *value;
}

std::string describe(const Values& values) {
  std::string text;
  for (const auto& [name, value] : values) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  }
  return text;
}

} // namespace mapwright::kernel
