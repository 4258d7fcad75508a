#include "expr/batch/scalar.hpp"

#include "expr/int128.hpp"

#include <algorithm>
#include <cmath>

namespace mapwright::expr::batch {

std::int64_t root_any(std::int64_t a, std::int64_t degree) {
  return static_cast<std::int64_t>(integer_root(std::max<std::int64_t>(a, 0), static_cast<int>(degree)));
}

/// pow is within an ulp, and rounding 1 / degree moves the result by a relative ln(a) / degree * 2^-53: below 2^-49 in
/// all, and so the bias keeps the estimate from falling short of the floor of the root.
std::int64_t estimate_any(std::int64_t a, std::int64_t degree) {
  const double radicand = static_cast<double>(std::max<std::int64_t>(a, 0));
  constexpr double biased = 1.0 + 0x1p-49;
  return static_cast<std::int64_t>(std::pow(radicand, 1.0 / static_cast<double>(degree)) * biased);
}

std::int64_t power_of(std::int64_t a, std::int64_t b) {
  auto base = static_cast<std::uint64_t>(a);
  std::uint64_t result = 1;
  for (std::int64_t rest = b; rest > 0; rest >>= 1) {
    result *= (rest & 1) != 0 ? base : 1;
    base *= base;
  }
  return static_cast<std::int64_t>(result);
}

} // namespace mapwright::expr::batch
