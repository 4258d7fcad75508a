// Draws that searchers make besides whole numbers.
#pragma once

#include "measure/random.hpp"

#include <cstddef>
#include <span>

namespace mapwright::mapper {

/// Uniform in [0, 1).
inline double unit_draw(measure::Random& random) {
  return static_cast<double>(random.next() >> 11U) * 0x1p-53;
}

/// Normally distributed with mean 0 and deviation 1 (Box and Muller, "A Note on the Generation of Random Normal
/// Deviates", 1958).
double normal_draw(measure::Random& random);

/// An index, each as probable as its part of the sum. REQUIRES: no weight below 0, one above.
std::size_t weighted_draw(std::span<const double> weights, measure::Random& random);

} // namespace mapwright::mapper
