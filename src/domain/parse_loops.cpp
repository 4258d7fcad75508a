// for (i = 0; i < n; ++i) for (j = 0; j <= i; ++j): the iterations of a nest of loops as C and C++ write it.
//
// A loop `for (v = LOW; CONDITION; v += STEP)` with STEP >= 1 takes the values LOW, LOW + STEP, ... while the condition
// holds. Where raising v can only make the condition false, never true again, these are exactly the v >= LOW with
// CONDITION and v = LOW modulo STEP. That is checked: in each comparison, written as term < 0 or term <= 0, v has a
// coefficient of at least 0.
#include "domain/parse_forms.hpp"
#include "expr/text.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::domain {

namespace {

using expr::Op;

constexpr const char* nest_example = "e.g. for (i = 0; i < n; ++i) for (j = 0; j <= i; ++j)";

/// One loop as it was written.
struct LoopHead {
  std::string counter;
  Expr low{0};
  Expr condition{1};
  Int step = 1;
};

/// The coefficient of `name` in an affine term; nothing for what is not affine in it, or beyond 127 bits.
std::optional<Int> coefficient_of(const Expr& e, const std::string& name) {
  if (e.is_constant()) {
    return 0;
  }
  if (e.op() == Op::variable) {
    return e.name().name() == name ? 1 : 0;
  }
  std::vector<Int> parts;
  for (const Expr& operand : e.operands()) {
    const auto part = coefficient_of(operand, name);
    if (!part) {
      return std::nullopt;
    }
    parts.push_back(*part);
  }
  if (std::ranges::all_of(parts, [](Int part) { return part == 0; })) {
    return 0;
  }
  if (e.op() == Op::add || e.op() == Op::sub) {
    return e.op() == Op::add ? expr::checked_add(parts[0], parts[1]) : expr::checked_sub(parts[0], parts[1]);
  }
  if (e.op() == Op::mul && e.operand(0).is_constant()) {
    return expr::checked_mul(e.operand(0).value(), parts[1]);
  }
  if (e.op() == Op::mul && e.operand(1).is_constant()) {
    return expr::checked_mul(e.operand(1).value(), parts[0]);
  }
  return std::nullopt;
}

/// Whether the condition, once false, stays false as the counter rises.
bool stays_false(const Expr& condition, const std::string& counter) {
  if (condition.op() == Op::logical_and) {
    return stays_false(condition.operand(0), counter) && stays_false(condition.operand(1), counter);
  }
  if (condition.op() != Op::less && condition.op() != Op::less_equal) {
    return false;
  }
  const auto left = coefficient_of(condition.operand(0), counter);
  const auto right = coefficient_of(condition.operand(1), counter);
  return left && right && *left >= *right;
}

/// A bound in isl's words; nothing for an operation that C and isl do not share.
std::optional<std::string> in_isl(const Expr& e) {
  if (e.is_constant()) {
    return expr::to_string(e.value());
  }
  if (e.op() == Op::variable) {
    return e.name().name();
  }
  std::vector<std::string> parts;
  for (const Expr& operand : e.operands()) {
    auto part = in_isl(operand);
    if (!part) {
      return std::nullopt;
    }
    parts.push_back(std::move(*part));
  }
  switch (e.op()) {
  case Op::add:
    return fmt::format("({} + {})", parts[0], parts[1]);
  case Op::sub:
    return fmt::format("({} - {})", parts[0], parts[1]);
  case Op::mul:
    return e.operand(0).is_constant() ? fmt::format("({} * {})", parts[0], parts[1])
                                      : fmt::format("({} * {})", parts[1], parts[0]);
  case Op::minimum:
    return fmt::format("min({}, {})", parts[0], parts[1]);
  case Op::maximum:
    return fmt::format("max({}, {})", parts[0], parts[1]);
  case Op::less:
    return fmt::format("{} < {}", parts[0], parts[1]);
  case Op::less_equal:
    return fmt::format("{} <= {}", parts[0], parts[1]);
  case Op::logical_and:
    return fmt::format("{} and {}", parts[0], parts[1]);
  default:
    return std::nullopt;
  }
}

/// An expression within the text; errors point at it.
Result<Expr> bound_in(const Fragment& fragment) {
  auto parsed = expr::parse_expr(fragment.view(), fragment.file);
  if (!parsed) {
    return tl::unexpected<Error>(fragment.relocated(parsed.error()));
  }
  return parsed;
}

std::string last_word(std::string_view text) {
  std::size_t begin = text.size();
  while (begin > 0 && (std::isalnum(static_cast<unsigned char>(text[begin - 1])) != 0 || text[begin - 1] == '_')) {
    --begin;
  }
  return std::string(text.substr(begin));
}

/// The step of `++v`, `v++` or `v += 2`; nothing for others.
std::optional<Int> step_of(std::string_view text, const std::string& counter) {
  std::string bare(text);
  std::erase_if(bare, [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; });
  if (bare == "++" + counter || bare == counter + "++") {
    return 1;
  }
  const std::string prefix = counter + "+=";
  const auto step = bare.starts_with(prefix) ? expr::parse_int(bare.substr(prefix.size())) : std::nullopt;
  return step && *step >= 1 ? step : std::nullopt;
}

/// The loop whose parenthesis holds `head`.
Result<LoopHead> loop_head(const Fragment& head) {
  const std::vector<Fragment> parts = split_outside_brackets(head, ';');
  if (parts.size() != 3) {
    return tl::unexpected<Error>(head.error(0, "a loop has a start, a condition and a step", nest_example));
  }
  LoopHead loop;
  const std::size_t equals = parts[0].view().find('=');
  loop.counter = last_word(parts[0].part(0, std::min(equals, parts[0].view().size())).trimmed().view());
  if (equals == std::string_view::npos || !expr::is_name(loop.counter)) {
    return tl::unexpected<Error>(parts[0].error(0, "the loop does not say where its counter starts", nest_example));
  }
  const auto low = bound_in(parts[0].part(equals + 1).trimmed());
  if (!low) {
    return forward(low);
  }
  const auto condition = bound_in(parts[1]);
  if (!condition) {
    return forward(condition);
  }
  const auto step = step_of(parts[2].view(), loop.counter);
  if (!step) {
    return tl::unexpected<Error>(
        parts[2].error(0, fmt::format("the step of {} is not a rise by a literal", loop.counter), nest_example));
  }
  if (!in_isl(*low) || !in_isl(*condition)) {
    return tl::unexpected<Error>(
        parts[0].error(0, "a bound has an operation other than +, -, *, min, max, <, <=, >, >= and &&",
                       "quotients in C round to zero: write 2*j <= i for j <= i/2"));
  }
  if (!stays_false(*condition, loop.counter)) {
    return tl::unexpected<Error>(parts[1].error(
        0,
        fmt::format(
            "the condition of {0} is no upper bound of {0}: the loop may stop before the last value for which it holds",
            loop.counter),
        nest_example));
  }
  loop.low = *low;
  loop.condition = *condition;
  loop.step = *step;
  return loop;
}

/// All loops, outermost first.
Result<std::vector<LoopHead>> loop_heads(const Fragment& fragment) {
  std::vector<LoopHead> loops;
  for (Fragment rest = fragment.trimmed(); !rest.empty();) {
    const std::size_t open = rest.view().find('(');
    const std::size_t close = open == std::string_view::npos ? open : closing_bracket(rest.view(), open);
    if (!rest.view().starts_with("for") || close == std::string_view::npos || !rest.part(3, open).trimmed().empty()) {
      return tl::unexpected<Error>(rest.error(0, "here another loop, or the end, is expected", nest_example));
    }
    auto loop = loop_head(rest.part(open + 1, close).trimmed());
    if (!loop) {
      return forward(loop);
    }
    if (coefficient_of(loop->low, loop->counter) != 0) {
      return tl::unexpected<Error>(rest.error(0, fmt::format("{} starts at itself", loop->counter)));
    }
    loops.push_back(std::move(*loop));
    rest = rest.part(close + 1).trimmed();
  }
  return loops;
}

} // namespace

Result<Domain> parse_loops(const Fragment& fragment) {
  const auto loops = loop_heads(fragment);
  if (!loops) {
    return forward(loops);
  }
  std::vector<std::string> counters;
  std::vector<std::string> sizes;
  std::vector<std::string> conditions;
  for (const LoopHead& loop : *loops) {
    if (std::ranges::find(counters, loop.counter) != counters.end() ||
        std::ranges::find(sizes, loop.counter) != sizes.end()) {
      return tl::unexpected<Error>(
          fragment.error(0, fmt::format("{} is a counter and something else outside its loop", loop.counter)));
    }
    counters.push_back(loop.counter);
    for (const Expr& bound : {loop.low, loop.condition}) {
      for (const Symbol name : expr::free_variables(bound)) {
        if (std::ranges::find(counters, name.name()) == counters.end() &&
            std::ranges::find(sizes, name.name()) == sizes.end()) {
          sizes.push_back(name.name());
        }
      }
    }
    conditions.push_back(fmt::format("{} <= {} and {}", *in_isl(loop.low), loop.counter, *in_isl(loop.condition)));
    if (loop.step > 1) {
      conditions.push_back(
          fmt::format("({} - {}) mod {} = 0", loop.counter, *in_isl(loop.low), expr::to_string(loop.step)));
    }
  }
  const std::string set = fmt::format("[{}] -> {{ [{}] : {} }}", fmt::join(sizes, ", "), fmt::join(counters, ", "),
                                      fmt::join(conditions, " and "));
  auto domain = parse_set(whole(set, "the set of the loops"));
  if (domain) {
    domain->summary = "the iterations of a nest of loops";
  }
  return domain;
}

} // namespace mapwright::domain
