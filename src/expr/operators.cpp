#include "expr/operators.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace mapwright::expr {

namespace {

using Outcome = tl::expected<Int, FaultKind>;

Outcome faulty(FaultKind kind) {
  return tl::unexpected<FaultKind>(kind);
}

Outcome or_overflow(std::optional<Int> value) {
  return value ? Outcome(*value) : faulty(FaultKind::overflow);
}

Int log2_floor(Int a) {
  Int exponent = 0;
  while ((a >> 1) != 0) {
    a >>= 1;
    ++exponent;
  }
  return exponent;
}

Outcome divide(Op op, Int a, Int b) {
  if (b == 0) {
    return faulty(FaultKind::zero_divisor);
  }
  if (b == -1 && a == int_min) {
    return faulty(FaultKind::overflow);
  }
  switch (op) {
  case Op::floor_div:
    return floor_div(a, b);
  case Op::floor_mod:
    return floor_mod(a, b);
  case Op::exact_div:
    return a % b == 0 ? Outcome(a / b) : faulty(FaultKind::inexact);
  default:
    if (a < 0 || b < 0) {
      return faulty(FaultKind::negative_operand);
    }
    return op == Op::nonneg_div ? a / b : a % b;
  }
}

Outcome shift(Op op, Int a, Int b) {
  if (a < 0 || b < 0 || (op == Op::shift_left && b > 126)) {
    return faulty(FaultKind::negative_operand);
  }
  if (op == Op::shift_right) {
    return b > 126 ? 0 : a >> static_cast<int>(b);
  }
  return or_overflow(checked_mul(a, static_cast<Int>(1) << static_cast<int>(b)));
}

Outcome bitwise(Op op, Int a, Int b) {
  if (a < 0 || b < 0) {
    return faulty(FaultKind::negative_operand);
  }
  return op == Op::bit_and ? (a & b) : op == Op::bit_or ? (a | b) : (a ^ b);
}

} // namespace

tl::expected<Int, FaultKind> apply(Op op, Int a, Int b) {
  switch (op) {
  case Op::add:
    return or_overflow(checked_add(a, b));
  case Op::sub:
    return or_overflow(checked_sub(a, b));
  case Op::mul:
    return or_overflow(checked_mul(a, b));
  case Op::floor_div:
  case Op::floor_mod:
  case Op::exact_div:
  case Op::nonneg_div:
  case Op::nonneg_mod:
    return divide(op, a, b);
  case Op::minimum:
    return std::min(a, b);
  case Op::maximum:
    return std::max(a, b);
  case Op::power:
    return b < 0 ? faulty(FaultKind::negative_operand) : or_overflow(integer_power(a, b));
  case Op::shift_left:
  case Op::shift_right:
    return shift(op, a, b);
  case Op::bit_and:
  case Op::bit_or:
  case Op::bit_xor:
    return bitwise(op, a, b);
  case Op::floor_log2:
    return a <= 0 ? faulty(FaultKind::negative_operand) : Outcome(log2_floor(a));
  case Op::less:
    return a < b ? 1 : 0;
  case Op::less_equal:
    return a <= b ? 1 : 0;
  case Op::equal:
    return a == b ? 1 : 0;
  case Op::not_equal:
    return a != b ? 1 : 0;
  case Op::logical_and:
    return a != 0 && b != 0 ? 1 : 0;
  case Op::logical_or:
    return a != 0 || b != 0 ? 1 : 0;
  case Op::logical_not:
    return a == 0 ? 1 : 0;
  default:
    throw std::logic_error("apply: operator without plain operands");
  }
}

} // namespace mapwright::expr
