// Row-major scans of fractals: the points of a mask's fractal in lexicographic order.
#pragma once

#include "index_map/infer/hypothesis.hpp"

#include <string>
#include <vector>

namespace mapwright::index_map::infer {

/// Points in lexicographic order whose digits in base `scale` form, place by place, cells of one mask, and that leave
/// out no point whose digits do. The mask is the set of the lowest digits. Scales from 2 to 11 whose box has at most
/// 125 cells, so that a mask is one integer of the condition.
std::vector<Hypothesis> fit_rasters(const Lesson& lesson, const std::vector<std::string>& dimensions);

} // namespace mapwright::index_map::infer
