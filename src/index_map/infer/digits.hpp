// Digit maps: the cells of a fractal mask in any order, in any number of dimensions.
#pragma once

#include "index_map/infer/hypothesis.hpp"

#include <vector>

namespace mapwright::index_map::infer {

/// p(k*q + d) - p(0) = scale*(p(q) - p(0)) + (cell(d) - cell(0)) for all indices of the lesson: the number of cells k
/// and the scale are found by comparing p(k) with p(1), every k in turn, the least first. A lesson that does not start
/// at index 0 may be shifted against the true indices by a point too few or too many before it, so it is read with
/// shifts of -1, 0 and 1. The cells themselves and the level follow from the position of the first point.
std::vector<Hypothesis> fit_digits(const Lesson& lesson);

} // namespace mapwright::index_map::infer
