#include "index_map/infer/hypothesis.hpp"

#include <algorithm>
#include <cmath>

namespace mapwright::index_map::infer {

double bits_of(std::int64_t value) {
  return 1 + 2 * std::log2(std::abs(static_cast<double>(value)) + 1);
}

bool holds(const PointList& predicted, const Lesson& lesson) {
  for (const std::int64_t shift : {0, 1, -1}) {
    const auto first = static_cast<std::int64_t>(lesson.begin) + shift;
    const std::size_t count = lesson.end - lesson.begin;
    if (shift != 0 && lesson.begin == 0) {
      return false;
    }
    bool equal = first >= 0 && static_cast<std::size_t>(first) + count <= predicted.size();
    for (std::size_t i = 0; i < count && equal; ++i) {
      equal = same_point(predicted[static_cast<std::size_t>(first) + i], lesson.all[lesson.begin + i]);
    }
    if (equal) {
      return true;
    }
  }
  return false;
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
