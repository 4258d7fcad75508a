// Nests: points in lexicographic order of scan coordinates, each bounded by laws of the coordinates outside it.
#pragma once

#include "index_map/infer/hypothesis.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::index_map::infer {

/// floor((a . x + c) / q) of the outer coordinates x.
struct Facet {
  std::vector<std::int64_t> a;
  std::int64_t c = 0;
  std::int64_t q = 1;
};
std::int64_t value_of(const Facet& facet, Row outer);
double bits_of(const Facet& facet);

/// An upper bound: the least of its facets (a convex set), or the greatest (the complement of one).
struct Bound {
  std::vector<Facet> facets;
  bool least = true;
};
std::int64_t value_of(const Bound& bound, Row outer);
double bits_of(const Bound& bound);

/// Values of a level that are left out, from -value_of(below) to value_of(highest).
struct Gap {
  Bound below;
  Bound highest;
};

/// The values x of one coordinate: x = residue + stride*t with -value_of(below) <= t <= value_of(highest), without the
/// gaps. Lower bounds are kept as upper bounds of -t. The outermost coordinate has no upper bound.
struct Level {
  Bound below;
  Bound highest;
  std::int64_t stride = 1;
  Facet residue; ///< q = 1; zero where the stride is 1
  std::vector<Gap> gaps{};
};

/// Scan coordinates y = key_of_point * point, unimodular; rows of integers.
struct ScanOrder {
  std::vector<std::vector<std::int64_t>> key_of_point;
  std::vector<std::vector<std::int64_t>> point_of_key;
  double bits = 0;
  [[nodiscard]] bool is_identity() const;
};

struct Nest {
  ScanOrder order;
  std::vector<Level> levels;
};

/// The first points of a nest, at most `count`, and whether it ends there of itself: no point follows for any value of
/// the outermost coordinate.
struct NestPoints {
  PointList points;
  bool ends = false;
  std::int64_t last_outer = 0; ///< outermost scan coordinate of the last point
};
NestPoints first_points(const Nest& nest, std::size_t count);

double bits_of(const Nest& nest);

/// floor(a / b) for b > 0.
inline std::int64_t floor_quotient(std::int64_t a, std::int64_t b) {
  return a >= 0 ? a / b : -((-a + b - 1) / b);
}

/// The nest as domain text: an isl set, within `ordered(...)` where the order is not that of the dimensions.
/// `parameter`: the size that bounds the outermost coordinate from above; empty: `last` bounds it.
std::string text_of(const Nest& nest, const std::vector<std::string>& dimensions, const std::string& parameter,
                    std::int64_t last);

/// "0 <= j <= i" for every coordinate.
std::vector<std::string> laws_of(const Nest& nest, const std::vector<std::string>& dimensions);

/// Orders of small integer keys in which the lesson's points ascend, simplest first; only the identity when it is one.
std::vector<ScanOrder> find_orders(const Lesson& lesson);

/// All nests that fit the lesson, the simplest of each order first.
std::vector<Hypothesis> fit_nests(const Lesson& lesson, const std::vector<std::string>& dimensions);

} // namespace mapwright::index_map::infer
