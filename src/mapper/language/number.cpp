#include "mapper/language/number.hpp"

#include "expr/build.hpp"
#include "mapper/language/integer_operation.hpp"
#include "mapper/language/tape.hpp"

#include <limits>
#include <numeric>

#include <fmt/format.h>

namespace mapwright::mapper::language {

namespace {

using expr::Expr;
using expr::Int;
using expr::Interval;
using expr::Op;

constexpr std::size_t most_nodes_of_expression = 1000;
constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t greatest = std::numeric_limits<std::int64_t>::max();

Expr expr_of(const Number& number) {
  return number.is_integer() ? Expr(static_cast<Int>(number.value)) : number.symbolic->e;
}

std::size_t size_of(const Number& number) {
  return number.is_integer() ? 1 : number.symbolic->size;
}

tl::unexpected<Trouble> overflow(BinaryOperator operation, const Number& a, const Number& b) {
  return tl::unexpected<Trouble>(
      Trouble{fmt::format("{} {} {} does not fit 64 bits", a.value, to_string(operation), b.value),
              "integers lie between -2^63 and 2^63 - 1"});
}

tl::unexpected<Trouble> zero_divisor() {
  return tl::unexpected<Trouble>(Trouble{"division by zero", "divide by what cannot be zero"});
}

Attempt<Number> integers(BinaryOperator operation, const Number& a, const Number& b) {
  Number out;
  if (integer_operation(operation, a.value, b.value, out.value)) {
    return out;
  }
  const bool divides = operation == BinaryOperator::divide || operation == BinaryOperator::modulo;
  return divides && b.value == 0 ? zero_divisor() : overflow(operation, a, b);
}

/// a / b rounded towards zero, by divisions of non-negative numbers.
Expr truncated_quotient(const Expr& a, const Expr& b) {
  const Expr by_positive = expr::select(expr::less(a, 0), -expr::nonneg_div(-a, b), expr::nonneg_div(a, b));
  const Expr by_negative = expr::select(expr::less(a, 0), expr::nonneg_div(-a, -b), -expr::nonneg_div(a, -b));
  return expr::select(expr::less(b, 0), by_negative, by_positive);
}

/// What remains of a, with the sign of a: |a| mod |b| or its negative.
Expr truncated_remainder(const Expr& a, const Expr& b) {
  const Expr size = expr::select(expr::less(b, 0), -b, b);
  return expr::select(expr::less(a, 0), -expr::nonneg_mod(-a, size), expr::nonneg_mod(a, size));
}

} // namespace

Number Arithmetic::variable(expr::Symbol name) const {
  const Expr e = Expr::variable(name);
  const Interval range = range_of(e);
  if (range.low == range.high) {
    return Number{static_cast<std::int64_t>(range.low)};
  }
  return Number{0, std::make_shared<const Symbolic>(Symbolic{e, 1})};
}

/// The interval of `e` at the points where it is evaluated. Where there are none, anything holds: [0, 0].
Interval Arithmetic::range_of(const Expr& e) const {
  const Expr never = Expr::raw(Op::nonneg_div, {Expr(1), Expr(0)}); // has no value, so no interval
  Expr guarded = e;
  for (auto known = path_.rbegin(); known != path_.rend(); ++known) {
    const Expr& condition = known->condition->e;
    guarded = Expr::raw(Op::select, known->truth ? std::vector<Expr>{condition, guarded, never}
                                                 : std::vector<Expr>{condition, never, guarded});
  }
  return expr::interval_of(guarded, bounds_).value_or(Interval{0, 0});
}

/// An expression all of whose operations are defined, as a number; an integer where it has one value only.
Attempt<Number> Arithmetic::made(const Expr& e, std::size_t size) const {
  const std::size_t analysed = std::accumulate(
      path_.begin(), path_.end(), size, [](std::size_t sum, const Assumption& a) { return sum + a.condition->size; });
  if (analysed > most_nodes_of_expression) {
    return tl::unexpected<Trouble>(Trouble{"the index function is too large to be proved for all points at once"});
  }
  const Interval range = range_of(e);
  if (range.low < least || range.high > greatest) {
    return tl::unexpected<Trouble>(Trouble{"a value may not fit 64 bits at some point of the launch"});
  }
  if (range.low == range.high) {
    return Number{static_cast<std::int64_t>(range.low)};
  }
  return Number{0, std::make_shared<const Symbolic>(Symbolic{e, size})};
}

Attempt<Number> Arithmetic::apply(BinaryOperator operation, const Number& a, const Number& b) const {
  if (a.is_integer() && b.is_integer()) {
    return integers(operation, a, b);
  }
  if (recorder_ != nullptr) {
    return recorded(recorder_->operation(operation, a, b));
  }
  const Expr x = expr_of(a);
  const Expr y = expr_of(b);
  const std::size_t size = size_of(a) + size_of(b) + 1;
  switch (operation) {
  case BinaryOperator::add:
    return made(x + y, size);
  case BinaryOperator::subtract:
    return made(x - y, size);
  case BinaryOperator::multiply:
    return made(x * y, size);
  case BinaryOperator::equal:
    return made(expr::equal(x, y), size);
  case BinaryOperator::not_equal:
    return made(expr::build(Op::not_equal, {x, y}), size);
  case BinaryOperator::less:
    return made(expr::less(x, y), size);
  case BinaryOperator::greater:
    return made(expr::less(y, x), size);
  case BinaryOperator::less_equal:
    return made(expr::less_equal(x, y), size);
  case BinaryOperator::greater_equal:
    return made(expr::less_equal(y, x), size);
  default:
    return divide(a, b, operation == BinaryOperator::modulo);
  }
}

Attempt<Number> Arithmetic::recorded(Number number) const {
  if (recorder_->full()) {
    return tl::unexpected<Trouble>(Trouble{"the index function is too large to be recorded"});
  }
  return number;
}

void Arithmetic::assume(const Number& condition, bool truth) {
  if (recorder_ != nullptr) {
    recorder_->begin_condition(condition, truth);
  } else {
    path_.push_back({condition.symbolic, truth});
  }
}

void Arithmetic::forget() {
  if (recorder_ != nullptr) {
    recorder_->end_condition();
  } else {
    path_.pop_back();
  }
}

Attempt<Number> Arithmetic::divide(const Number& a, const Number& b, bool remainder) const {
  const Expr x = expr_of(a);
  const Expr y = expr_of(b);
  const Interval divisor = range_of(y);
  if (divisor == Interval{0, 0}) {
    return zero_divisor();
  }
  if (divisor.contains(0)) {
    return tl::unexpected<Trouble>(Trouble{"a divisor may be zero at some point of the launch"});
  }
  const std::size_t size = size_of(a) + size_of(b) + 1;
  if (range_of(x).low >= 0 && divisor.low > 0) {
    return made(remainder ? expr::nonneg_mod(x, y) : expr::nonneg_div(x, y), size);
  }
  return made(remainder ? truncated_remainder(x, y) : truncated_quotient(x, y), 8 * size);
}

Attempt<Number> Arithmetic::negate(const Number& a) const {
  return apply(BinaryOperator::subtract, Number{0}, a);
}

Attempt<Number> Arithmetic::either(const Number& a, const Number& b) const {
  if (a.is_integer()) {
    return a.value != 0 ? Number{1} : b;
  }
  if (b.is_integer()) {
    return b.value != 0 ? Number{1} : a;
  }
  if (recorder_ != nullptr) {
    return recorded(recorder_->choose(a, Number{1}, b));
  }
  return made(expr::logical_or(a.symbolic->e, b.symbolic->e), size_of(a) + size_of(b) + 1);
}

Attempt<Number> Arithmetic::both(const Number& a, const Number& b) const {
  if (a.is_integer()) {
    return a.value == 0 ? Number{0} : b;
  }
  if (b.is_integer()) {
    return b.value != 0 ? a : Number{0};
  }
  if (recorder_ != nullptr) {
    return recorded(recorder_->choose(a, b, Number{0}));
  }
  return made(expr::logical_and(a.symbolic->e, b.symbolic->e), size_of(a) + size_of(b) + 1);
}

Attempt<Number> Arithmetic::choose(const Number& condition, const Number& a, const Number& b) const {
  if (condition.is_integer()) {
    return condition.value != 0 ? a : b;
  }
  if (recorder_ != nullptr) {
    return recorded(recorder_->choose(condition, a, b));
  }
  return made(expr::select(condition.symbolic->e, expr_of(a), expr_of(b)),
              size_of(condition) + size_of(a) + size_of(b) + 1);
}

bool Arithmetic::within(const Number& a, std::int64_t low, std::int64_t high) const {
  if (recorder_ != nullptr && !a.is_integer()) {
    recorder_->require_within(a, low, high);
    return true;
  }
  if (path_.empty() && a.is_integer()) {
    return low <= a.value && a.value <= high;
  }
  const Interval range = range_of(expr_of(a));
  return low <= range.low && range.high <= high;
}

} // namespace mapwright::mapper::language
