// What is wrong with a wrong index.
#pragma once

#include "index_map/audit.hpp"
#include "index_map/audit/prober.hpp"

#include <cstdint>
#include <vector>

namespace mapwright::index_map::audit {

/// Compares the point with the expected one, and both with the points of other indices: those within 4096 of `wrong`,
/// or all of this size when there are at most `most_points`.
Result<std::vector<Finding>> kinds_of(Prober& prober, const Oracle& oracle, const Wrong& wrong,
                                      std::uint64_t most_points);

} // namespace mapwright::index_map::audit
