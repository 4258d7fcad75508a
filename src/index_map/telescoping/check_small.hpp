// A second line of defence behind the proof: small sizes, point by point.
#pragma once

#include "domain/map.hpp"
#include "index_map/telescoping/plan.hpp"

#include <cstddef>
#include <string>

namespace mapwright::index_map {

struct SmallSizes {
  std::size_t sizes = 0;      ///< compared
  std::string disagreement{}; ///< the first counterexample, or empty
};

/// All five functions at every point for sizes 0..5 (at most 40 of them, boxes of at most 3000 points), the points
/// being those of the box for which the plan's `contains` holds.
SmallSizes compare_small_sizes(const TelescopingPlan& plan, const domain::Map& map);

} // namespace mapwright::index_map
