// Compares the five functions of a map with a list of points, one call at a time.
#pragma once

#include "domain/map.hpp"
#include "expr/evaluate.hpp"

#include <set>
#include <string>
#include <vector>

namespace mapwright::test {

using domain::Point;
using expr::Int;

inline std::string show(const std::vector<Int>& values) {
  std::string text = "(";
  for (const Int v : values) {
    text += (text.size() == 1 ? "" : ", ") + expr::to_string(v);
  }
  return text + ")";
}

/// Empty when `map` lists exactly `points` in order and decides membership of all of `others` rightly; the first
/// difference otherwise. Every `stride`-th index is compared.
inline std::string disagreement(const domain::Map& map, const std::vector<Int>& parameters,
                                const std::vector<Point>& points, const std::vector<Point>& others,
                                const std::vector<expr::Table>& tables, std::size_t stride = 1) {
  const auto differs = [&](const expr::Function& f, const std::vector<Int>& arguments, const std::vector<Int>& wanted) {
    const auto got = call(f, parameters, arguments, tables);
    const std::string at = f.name + show(arguments) + " at " + show(parameters);
    if (!got) {
      return at + ": " + expr::describe(got.error());
    }
    return *got == wanted ? std::string() : at + ": " + show(*got) + " instead of " + show(wanted);
  };
  std::string difference = differs(map.count, {}, {static_cast<Int>(points.size())});
  for (std::size_t i = 0; i < points.size() && difference.empty(); i += stride) {
    const auto w = static_cast<Int>(i);
    difference = differs(map.unrank, {w}, points[i]);
    if (difference.empty()) {
      difference = differs(map.rank, points[i], {w});
    }
    if (difference.empty()) {
      difference = differs(map.contains, points[i], {1});
    }
    if (difference.empty() && i + 1 < points.size()) {
      std::vector<Int> next{1};
      next.insert(next.end(), points[i + 1].begin(), points[i + 1].end());
      difference = differs(map.successor, points[i], next);
    }
  }
  if (difference.empty() && !points.empty()) {
    const auto end = call(map.successor, parameters, points.back(), tables);
    difference = !end || end->empty() || end->front() != 0 ? "the last point has a successor" : "";
  }
  const std::set<Point> members(points.begin(), points.end());
  for (std::size_t i = 0; i < others.size() && difference.empty(); ++i) {
    difference = differs(map.contains, others[i], {members.contains(others[i]) ? 1 : 0});
  }
  return difference;
}

/// All points of the box [low, high]^dims.
inline std::vector<Point> box(std::size_t dims, Int low, Int high) {
  std::vector<Point> points{{}};
  for (std::size_t d = 0; d < dims; ++d) {
    std::vector<Point> longer;
    for (const Point& p : points) {
      for (Int v = low; v <= high; ++v) {
        longer.push_back(p);
        longer.back().push_back(v);
      }
    }
    points = longer;
  }
  return points;
}

} // namespace mapwright::test
