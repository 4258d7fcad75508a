#include "expr/interval_rules.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>

namespace mapwright::expr {

namespace {

/// Collects the corners of an image and whether one of them left Int.
class Corners {
public:
  void add(std::optional<Int> exact, Int saturated) {
    overflows_ = overflows_ || !exact;
    include(exact.value_or(saturated));
  }
  void include(Int x) { values_ = values_ ? hull(*values_, {x, x}) : Interval{x, x}; }
  [[nodiscard]] Image image(std::optional<FaultKind> hazard = {}) const { return {values_, overflows_, hazard}; }

private:
  std::optional<Interval> values_;
  bool overflows_ = false;
};

Image exactly(Int low, Int high) {
  return Image{Interval{low, high}, false, {}};
}

Image impossible(FaultKind hazard) {
  return Image{std::nullopt, false, hazard};
}

Image sum(Op op, const Interval& a, const Interval& b, bool same) {
  Corners corners;
  if (op == Op::add) {
    corners.add(checked_add(a.low, b.low), saturating_add(a.low, b.low));
    corners.add(checked_add(a.high, b.high), saturating_add(a.high, b.high));
  } else if (same) {
    corners.include(0);
  } else {
    corners.add(checked_sub(a.low, b.high), saturating_sub(a.low, b.high));
    corners.add(checked_sub(a.high, b.low), saturating_sub(a.high, b.low));
  }
  return corners.image();
}

Image product(const Interval& a, const Interval& b, bool same) {
  Corners corners;
  const auto corner = [&corners](Int x, Int y) { corners.add(checked_mul(x, y), saturating_mul(x, y)); };
  corner(a.low, same ? a.low : b.low);
  corner(a.high, same ? a.high : b.high);
  if (same && a.contains(0)) {
    corners.include(0);
  } else if (!same) {
    corner(a.low, b.high);
    corner(a.high, b.low);
  }
  return corners.image();
}

/// Floor quotients of a by divisors of one sign.
void quotient_corners(Corners& corners, const Interval& a, const Interval& b) {
  for (const Int x : {a.low, a.high}) {
    for (const Int y : {b.low, b.high}) {
      if (x == int_min && y == -1) {
        corners.add(std::nullopt, int_max);
      } else {
        corners.include(floor_div(x, y));
      }
    }
  }
  if (a.contains(0)) {
    corners.include(0);
  }
}

void remainder_corners(Corners& corners, const Interval& a, const Interval& b) {
  const bool positive = b.low > 0;
  const Int width = positive ? b.high : saturating_sub(0, b.low);
  const bool kept = positive ? a.low >= 0 && a.high < b.low : a.high <= 0 && a.low > b.high;
  if (kept) { // |a| < |b| and the signs agree: a mod b = a
    corners.include(a.low);
    corners.include(a.high);
    return;
  }
  if (b.low == b.high && b.low != -1 && floor_div(a.low, b.low) == floor_div(a.high, b.low)) {
    corners.include(floor_mod(a.low, b.low));
    corners.include(floor_mod(a.high, b.low));
    return;
  }
  corners.include(0);
  if (positive) {
    corners.include(a.low >= 0 ? std::min(a.high, width - 1) : width - 1);
  } else {
    corners.include(a.high <= 0 ? std::max(a.low, 1 - width) : 1 - width);
  }
}

/// floor_div, floor_mod and exact_div: any sign, the divisors split at zero.
Image division(Op op, const Interval& a, const Interval& b) {
  Corners corners;
  const auto part = [&](const std::optional<Interval>& divisors) {
    if (!divisors) {
      return;
    }
    if (op == Op::floor_mod) {
      remainder_corners(corners, a, *divisors);
    } else {
      quotient_corners(corners, a, *divisors);
    }
  };
  part(intersect(b, {1, int_max}));
  part(intersect(b, {int_min, -1}));
  return corners.image(b.contains(0) ? std::optional(FaultKind::zero_divisor) : std::nullopt);
}

/// nonneg_div and nonneg_mod: operands outside their domain only fault.
Image nonneg_division(Op op, const Interval& a, const Interval& b) {
  const auto dividends = intersect(a, {0, int_max});
  const auto divisors = intersect(b, {1, int_max});
  if (!dividends || !divisors) {
    return impossible(b.contains(0) ? FaultKind::zero_divisor : FaultKind::negative_operand);
  }
  Image image = division(op == Op::nonneg_div ? Op::floor_div : Op::floor_mod, *dividends, *divisors);
  if (b.contains(0)) {
    image.hazard = FaultKind::zero_divisor;
  } else if (a.low < 0 || b.low < 0) {
    image.hazard = FaultKind::negative_operand;
  }
  return image;
}

Image power(const Interval& a, const Interval& given) {
  const auto b = intersect(given, {0, int_max});
  if (!b) {
    return impossible(FaultKind::negative_operand);
  }
  Corners corners;
  const auto corner = [&corners](Int base, Int exponent) {
    const auto exact = integer_power(base, exponent);
    corners.add(exact, saturating_power(base < 0 ? saturating_sub(0, base) : base, exponent));
  };
  if (b->low == 0) {
    corners.include(1);
  }
  if (a.low >= 0) {
    corner(a.low, a.low == 0 && b->high > 0 ? b->high : b->low);
    corner(a.high, b->high);
  } else {
    const Int reach = std::max(a.high, saturating_sub(0, a.low));
    const bool even = b->low == b->high && b->low % 2 == 0;
    corner(reach, b->high);
    if (even) {
      corner(a.contains(0) ? 0 : std::min(saturating_sub(0, a.low), saturating_sub(0, a.high)), b->high);
    } else {
      const auto exact = integer_power(reach, b->high);
      corners.add(exact ? std::optional<Int>(-*exact) : std::nullopt, int_min);
      corners.include(a.low);
    }
  }
  return corners.image(given.low < 0 ? std::optional(FaultKind::negative_operand) : std::nullopt);
}

Image shift(Op op, const Interval& given_a, const Interval& given_b) {
  const Interval amounts{0, op == Op::shift_left ? 126 : int_max};
  const auto a = intersect(given_a, {0, int_max});
  const auto b = intersect(given_b, amounts);
  if (!a || !b) {
    return impossible(FaultKind::negative_operand);
  }
  Corners corners;
  if (op == Op::shift_left) {
    const auto corner = [&corners](Int x, Int y) {
      const Int factor = static_cast<Int>(1) << static_cast<int>(y);
      corners.add(checked_mul(x, factor), int_max);
    };
    corner(a->low, b->low);
    corner(a->high, b->high);
  } else {
    const auto shifted = [](Int x, Int y) { return y > 126 ? Int{0} : x >> static_cast<int>(y); };
    corners.include(shifted(a->low, b->high));
    corners.include(shifted(a->high, b->low));
  }
  const bool safe = given_a.low >= 0 && amounts.contains(given_b.low) && amounts.contains(given_b.high);
  return corners.image(safe ? std::nullopt : std::optional(FaultKind::negative_operand));
}

/// 2^m - 1 with the least m such that it is at least x.
Int mask_over(Int x) {
  Int mask = 0;
  while (mask < x) {
    mask = 2 * mask + 1;
  }
  return mask;
}

Image bitwise(Op op, const Interval& given_a, const Interval& given_b) {
  const auto a = intersect(given_a, {0, int_max});
  const auto b = intersect(given_b, {0, int_max});
  if (!a || !b) {
    return impossible(FaultKind::negative_operand);
  }
  const Int mask = mask_over(std::max(a->high, b->high));
  Image image = op == Op::bit_and  ? exactly(0, std::min(a->high, b->high))
                : op == Op::bit_or ? exactly(std::max(a->low, b->low), mask)
                                   : exactly(0, mask);
  if (given_a.low < 0 || given_b.low < 0) {
    image.hazard = FaultKind::negative_operand;
  }
  return image;
}

Image logarithm(const Interval& given) {
  const auto a = intersect(given, {1, int_max});
  if (!a) {
    return impossible(FaultKind::negative_operand);
  }
  const auto log2 = [](Int x) { return static_cast<Int>(signed_bits({0, x})) - 2; };
  Image image = exactly(log2(a->low), log2(a->high));
  if (given.low < 1) {
    image.hazard = FaultKind::negative_operand;
  }
  return image;
}

Image truth(bool always, bool never) {
  return exactly(always ? 1 : 0, never ? 0 : 1);
}

bool is_true(const Interval& a) {
  return !a.contains(0);
}
bool is_false(const Interval& a) {
  return a.low == 0 && a.high == 0;
}

} // namespace

std::optional<Interval> intersect(const Interval& a, const Interval& b) {
  const Interval both{std::max(a.low, b.low), std::min(a.high, b.high)};
  return both.low <= both.high ? std::optional<Interval>(both) : std::nullopt;
}

Interval hull(const Interval& a, const Interval& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

Int saturating_add(Int a, Int b) {
  return checked_add(a, b).value_or(a < 0 ? int_min : int_max);
}
Int saturating_sub(Int a, Int b) {
  return checked_sub(a, b).value_or(a < 0 ? int_min : int_max);
}
Int saturating_mul(Int a, Int b) {
  return checked_mul(a, b).value_or((a < 0) != (b < 0) ? int_min : int_max);
}
Int saturating_power(Int base, Int exponent) {
  return integer_power(base, exponent).value_or(int_max);
}

std::string to_string(const Interval& interval) {
  return "[" + to_string(interval.low) + ", " + to_string(interval.high) + "]";
}

int signed_bits(const Interval& interval) {
  const auto width = [](std::uint64_t x) { return static_cast<int>(std::bit_width(x)); };
  const auto bits = [&](Int x) {
    const auto magnitude = static_cast<UInt>(x < 0 ? ~x : x);
    const auto upper = static_cast<std::uint64_t>(magnitude >> 64);
    return 1 + (upper != 0 ? 64 + width(upper) : width(static_cast<std::uint64_t>(magnitude)));
  };
  return std::max(bits(interval.low), bits(interval.high));
}

Image image_of_root(int degree, const Interval& given) {
  const auto a = intersect(given, {0, int_max});
  if (!a) {
    return impossible(FaultKind::negative_operand);
  }
  Image image = exactly(integer_root(a->low, degree), integer_root(a->high, degree));
  if (given.low < 0) {
    image.hazard = FaultKind::negative_operand;
  }
  return image;
}

Image image_of(Op op, const Interval& a, const Interval& b, bool same) {
  switch (op) {
  case Op::add:
  case Op::sub:
    return sum(op, a, b, same);
  case Op::mul:
    return product(a, b, same);
  case Op::floor_div:
  case Op::floor_mod:
  case Op::exact_div:
    return division(op, a, b);
  case Op::nonneg_div:
  case Op::nonneg_mod:
    return nonneg_division(op, a, b);
  case Op::minimum:
    return exactly(std::min(a.low, b.low), std::min(a.high, b.high));
  case Op::maximum:
    return exactly(std::max(a.low, b.low), std::max(a.high, b.high));
  case Op::power:
    return power(a, b);
  case Op::shift_left:
  case Op::shift_right:
    return shift(op, a, b);
  case Op::bit_and:
  case Op::bit_or:
  case Op::bit_xor:
    return bitwise(op, a, b);
  case Op::floor_log2:
    return logarithm(a);
  case Op::less:
    return truth(a.high < b.low, a.low >= b.high || same);
  case Op::less_equal:
    return truth(a.high <= b.low || same, a.low > b.high);
  case Op::equal:
    return truth((a.low == a.high && a == b) || same, !intersect(a, b));
  case Op::not_equal:
    return truth(!intersect(a, b), (a.low == a.high && a == b) || same);
  case Op::logical_and:
    return truth(is_true(a) && is_true(b), is_false(a) || is_false(b));
  case Op::logical_or:
    return truth(is_true(a) || is_true(b), is_false(a) && is_false(b));
  case Op::logical_not:
    return truth(is_false(a), is_true(a));
  default:
    throw std::logic_error("image_of: operator without plain operands");
  }
}

} // namespace mapwright::expr
