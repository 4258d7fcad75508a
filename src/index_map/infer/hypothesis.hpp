// What a class of domains proposes for a list of example points.
#pragma once

#include "index_map/infer/points.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace mapwright::index_map::infer {

/// How far hypotheses of self-similar domains (digits, substitutions) go.
inline constexpr std::int64_t most_scale = 64;
inline constexpr std::size_t most_axes = 4;
inline constexpr int most_similar_level = 40;

/// A parameter of the proposed domain and what the points say about it.
struct InferredSize {
  std::string name;
  std::int64_t value = 0; ///< at which the domain has all given points
  bool grows = false;     ///< larger values (by `step`) have the given points first too; otherwise the value was seen
  std::int64_t step = 1;
};

struct Hypothesis {
  std::string text;                ///< the domain, as parse_domain reads it
  std::string kind;                ///< "nest", "digits", "substitution", "predicate", "pairs", "catalogue", "raster"
  std::vector<std::string> laws{}; ///< what was found, for people
  double bits = 0;                 ///< description length: the measure of simplicity
  bool weak = false;               ///< as many constants as observations: fits, but nothing confirms it
  std::vector<InferredSize> sizes{};
  std::vector<std::string> dimensions{}; ///< names, where they are not those of the file
  /// Constants of the laws, where sizes of a family may be found.
  std::vector<std::int64_t> constants{};
  /// The first points, at most `count`; fewer where the domain ends.
  std::function<PointList(std::size_t count)> points;
};

/// The points a class may learn from.
struct Lesson {
  const PointList& all;
  std::size_t begin = 0;
  std::size_t end = 0;
  /// Rows held back: of three consecutive rows of a nest, one is not learnt from.
  bool spread = false;
};

/// Whether `predicted`, the first points of a hypothesis, hold the lesson: at its place or, where it does not start at
/// index 0, one place earlier or later (a point before it may be missing or doubled).
bool holds(const PointList& predicted, const Lesson& lesson);

/// The number of bits an integer costs.
double bits_of(std::int64_t value);

/// The first index at which the two differ; the length of the shorter list when it begins the other.
std::size_t first_difference(const PointList& a, const PointList& b);

} // namespace mapwright::index_map::infer
