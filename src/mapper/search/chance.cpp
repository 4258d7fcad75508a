#include "mapper/search/chance.hpp"

#include <cmath>
#include <numbers>
#include <numeric>

namespace mapwright::mapper {

double normal_draw(measure::Random& random) {
  const double radius = std::sqrt(-2 * std::log(1 - unit_draw(random)));
  return radius * std::cos(2 * std::numbers::pi * unit_draw(random));
}

std::size_t weighted_draw(std::span<const double> weights, measure::Random& random) {
  double left = unit_draw(random) * std::accumulate(weights.begin(), weights.end(), 0.0);
  std::size_t last = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] <= 0) {
      continue;
    }
    last = i;
    left -= weights[i];
    if (left < 0) {
      break;
    }
  }
  return last;
}

} // namespace mapwright::mapper
