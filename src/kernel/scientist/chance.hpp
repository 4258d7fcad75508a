// Draws that roles make from a step's random numbers.
#pragma once

#include "measure/random.hpp"

#include <cstddef>
#include <numeric>
#include <vector>

namespace mapwright::kernel::scientist {

/// Uniformly distributed in [0, 1).
inline double draw_unit(measure::Random& random) {
  return static_cast<double>(random.next() >> 11U) * 0x1p-53;
}

/// About normally distributed with mean 0 and deviation 1, at most 6: the sum of twelve uniform numbers.
inline double draw_normal(measure::Random& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) {
    sum += draw_unit(random);
  }
  return sum;
}

/// An index, as likely as its weight says. REQUIRES: weights at least 0, not all 0.
inline std::size_t draw_weighted(measure::Random& random, const std::vector<double>& weights) {
  double left = draw_unit(random) * std::accumulate(weights.begin(), weights.end(), 0.0);
  std::size_t last = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] > 0) {
      last = i;
      if (left < weights[i]) {
        return i;
      }
    }
    left -= weights[i];
  }
  return last;
}

} // namespace mapwright::kernel::scientist
