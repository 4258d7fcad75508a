// Ordered pairs of points of an inner domain.
#pragma once

#include "index_map/infer/hypothesis.hpp"

#include <string>
#include <vector>

namespace mapwright::index_map::infer {

/// Points of an even number of coordinates are read as pairs (p, q): for each p in turn, q runs through the points up
/// to p. The points p are then a list of examples of the inner domain.
std::vector<Hypothesis> fit_pairs(const Lesson& lesson, const std::vector<std::string>& dimensions);

} // namespace mapwright::index_map::infer
