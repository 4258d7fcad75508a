#include "index_map/infer/hypothesis.hpp"

#include <algorithm>
#include <cmath>

namespace mapwright::index_map::infer {

double bits_of(std::int64_t value) {
  return 1 + 2 * std::log2(std::abs(static_cast<double>(value)) + 1);
}

std::size_t first_difference(const PointList& a, const PointList& b) {
  const std::size_t both = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < both; ++i) {
    if (!same_point(a[i], b[i])) {
      return i;
    }
  }
  return both;
}

} // namespace mapwright::index_map::infer
