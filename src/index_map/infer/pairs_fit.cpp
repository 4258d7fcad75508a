#include "index_map/infer/pairs_fit.hpp"

#include "index_map/infer/classes.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace mapwright::index_map::infer {

namespace {

/// The pairs (p, q), q up to p, of the points of `inner`.
PointList pairs_of(const PointList& inner, std::size_t count) {
  PointList pairs(2 * inner.dimensions());
  std::vector<std::int64_t> pair;
  for (std::size_t p = 0; p < inner.size(); ++p) {
    for (std::size_t q = 0; q <= p && pairs.size() < count; ++q) {
      pair.assign(inner[p].begin(), inner[p].end());
      pair.insert(pair.end(), inner[q].begin(), inner[q].end());
      pairs.push(pair);
    }
  }
  return pairs;
}

/// The inner points: the first halves of a lesson that starts at index 0, otherwise the second halves of its longest
/// whole block of equal first halves.
PointList inner_points(const Lesson& lesson, std::size_t half) {
  PointList firsts(half);
  PointList longest(half);
  PointList block(half);
  for (std::size_t i = lesson.begin; i < lesson.end; ++i) {
    const bool starts = i == lesson.begin || !same_point(lesson.all[i - 1].first(half), lesson.all[i].first(half));
    if (starts) {
      firsts.push(lesson.all[i].first(half));
      if (block.size() > longest.size()) {
        longest = block;
      }
      block = PointList(half);
    }
    block.push(lesson.all[i].subspan(half));
  }
  return lesson.begin == 0 ? firsts : longest;
}

/// How many inner points `count` pairs need.
std::size_t needed(std::size_t count) {
  return static_cast<std::size_t>(std::sqrt(2.0 * static_cast<double>(count))) + 2;
}

} // namespace

std::vector<Hypothesis> fit_pairs(const Lesson& lesson, const std::vector<std::string>& dimensions) {
  std::vector<Hypothesis> found;
  const std::size_t half = lesson.all.dimensions() / 2;
  if (half < 2 || lesson.all.dimensions() % 2 != 0 || lesson.spread || lesson.end < lesson.begin + 6) {
    return found;
  }
  const PointList inner = inner_points(lesson, half);
  if (inner.size() < 3 || (lesson.begin == 0 && !holds(pairs_of(inner, lesson.end), lesson))) {
    return found;
  }
  const std::vector<std::string> names(dimensions.begin(), dimensions.begin() + static_cast<std::ptrdiff_t>(half));
  for (Hypothesis& h : propose({inner, 0, inner.size()}, names)) {
    if (h.points(inner.size()) != inner) {
      continue;
    }
    const auto points = h.points;
    h.kind = "pairs";
    h.laws.insert(h.laws.begin(), fmt::format("pairs p >= q of points of {}", h.text));
    h.text = fmt::format("pairs({})", h.text);
    h.bits += 3;
    h.constants.clear();
    h.points = [points](std::size_t count) { return pairs_of(points(needed(count)), count); };
    found.push_back(std::move(h));
  }
  return found;
}

} // namespace mapwright::index_map::infer
