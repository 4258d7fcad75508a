// Balls, ellipsoids and shells: conditions on a quadratic form over a box.
#pragma once

#include "index_map/infer/hypothesis.hpp"

#include <string>
#include <vector>

namespace mapwright::index_map::infer {

/// low <= a*(x - c)^2 + b*(y - d)^2 + ... <= high with weights 1 to 4, points in lexicographic order: the greatest
/// value of a point and the least value beyond the end of a whole row bound `high`, the least value of a point and the
/// greatest value in a gap of a row bound `low`. A square within the bounds is preferred: it is the square of a radius.
std::vector<Hypothesis> fit_quadrics(const Lesson& lesson, const std::vector<std::string>& dimensions);

} // namespace mapwright::index_map::infer
