// How evenly an order spreads the work over thread blocks that run at once.
#pragma once

#include "index_map/tiles/schedule.hpp"

#include <optional>

namespace mapwright::index_map::tiles {

/// The busiest worker's tiles over the mean of all workers; 1 is even. A tile that is not empty is one unit of work.
struct Balance {
  double persistent = 1; ///< worker c of n takes positions c, c + n, ...; in the order fold, pairs of neighbours so
  double dynamic = 1;    ///< whoever is idle takes the next position, as the hardware starts thread blocks
};

/// O(positions log workers); nothing for a schedule of more than 2^22 positions or without any work. workers >= 1.
std::optional<Balance> balance_of(const Schedule& schedule, Number workers);

} // namespace mapwright::index_map::tiles
