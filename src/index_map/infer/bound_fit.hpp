// Affine and piecewise affine laws through observed values.
#pragma once

#include "index_map/infer/nest.hpp"

#include <vector>

namespace mapwright::index_map::infer {

/// A value of an upper bound seen at `outer`; not exact: the bound is at least this.
struct Sample {
  Row outer;
  std::int64_t value = 0;
  bool exact = true;
};

struct BoundFit {
  Bound bound;
  double bits = 0;
  bool weak = false; ///< as many constants as exact samples
};

/// The laws that agree with all samples, simplest first: then those of comparable simplicity. Empty when no law of at
/// most 6 pieces does, or nothing is known. Directions: small integer slopes over divisors up to 4 and `stride`, and
/// the slopes seen between neighbours.
std::vector<BoundFit> fit_bound(const std::vector<Sample>& samples, std::size_t outer, std::int64_t stride = 1);

/// How many bits apart hypotheses are still comparably simple.
inline constexpr double comparable_bits = 2;

} // namespace mapwright::index_map::infer
