// Where a function is first wrong at one size.
#pragma once

#include "index_map/audit/prober.hpp"

#include <cstdint>
#include <optional>

namespace mapwright::index_map::audit {

struct Earliest {
  std::optional<Wrong> wrong{};
  std::int64_t gapless = 0;  ///< all indices below this were compared, and right
  bool at_landmarks = false; ///< landmarks were compared too
};

/// Compares every index below `most_points`, then landmarks, and follows a wrong one downward while there are wrong
/// ones below it.
Result<Earliest> earliest_wrong(Prober& prober, const Oracle& oracle, std::uint64_t most_points);

/// Follows `wrong` downward to the earliest wrong index that can be found, not below `floor`.
Result<Wrong> trace_down(Prober& prober, const Oracle& oracle, Wrong wrong, std::int64_t floor);

} // namespace mapwright::index_map::audit
