// The operations of the language on integers.
#pragma once

#include "mapper/language/syntax.hpp"

#include <cstdint>

namespace mapwright::mapper::language {

/// out = a OPERATION b, for any operation but || and &&; comparisons give 0 or 1. Division truncates towards zero, and
/// a % b has the sign of a. False, and `out` means nothing, where the divisor is zero or the result does not fit.
inline bool integer_operation(BinaryOperator operation, std::int64_t a, std::int64_t b, std::int64_t& out) {
  switch (operation) {
  case BinaryOperator::add:
    return !__builtin_add_overflow(a, b, &out);
  case BinaryOperator::subtract:
    return !__builtin_sub_overflow(a, b, &out);
  case BinaryOperator::multiply:
    return !__builtin_mul_overflow(a, b, &out);
  case BinaryOperator::equal:
    out = a == b ? 1 : 0;
    return true;
  case BinaryOperator::not_equal:
    out = a != b ? 1 : 0;
    return true;
  case BinaryOperator::less:
    out = a < b ? 1 : 0;
    return true;
  case BinaryOperator::greater:
    out = a > b ? 1 : 0;
    return true;
  case BinaryOperator::less_equal:
    out = a <= b ? 1 : 0;
    return true;
  case BinaryOperator::greater_equal:
    out = a >= b ? 1 : 0;
    return true;
  default:
    break;
  }
  if (b == 0) {
    return false;
  }
  if (b == -1) { // the one quotient that overflows
    out = 0;
    return operation == BinaryOperator::modulo || !__builtin_sub_overflow(std::int64_t{0}, a, &out);
  }
  out = operation == BinaryOperator::divide ? a / b : a % b;
  return true;
}

} // namespace mapwright::mapper::language
