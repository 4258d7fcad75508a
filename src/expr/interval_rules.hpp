// The interval of an operation from the intervals of its operands, operator by operator, and the reverse: what an
// operation's value says about its operands. Saturating: a bound beyond Int becomes int_min or int_max.
#pragma once

#include "expr/interval.hpp"

#include <optional>

namespace mapwright::expr {

inline constexpr Interval everything{int_min, int_max};

/// The integers in both; nothing when there are none.
std::optional<Interval> intersect(const Interval& a, const Interval& b);
/// The least interval that contains both.
Interval hull(const Interval& a, const Interval& b);

Int saturating_add(Int a, Int b);
Int saturating_sub(Int a, Int b);
Int saturating_mul(Int a, Int b);
Int saturating_power(Int base, Int exponent); ///< base, exponent >= 0

/// What an operation can yield.
struct Image {
  std::optional<Interval> values{};  ///< nothing: it can only fault
  bool overflows = false;            ///< some result may lie beyond Int
  std::optional<FaultKind> hazard{}; ///< a fault the operand intervals do not rule out
};

/// The image of `op` (any but constant, variable, load, root, select) over a and b; b is ignored by unary operators.
/// `same`: both operands are the same expression, so that a * a is a square.
Image image_of(Op op, const Interval& a, const Interval& b, bool same);
/// E13 over a.
Image image_of_root(int degree, const Interval& a);

} // namespace mapwright::expr
