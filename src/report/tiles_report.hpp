// What `map tiles` says: tiles by class, waste, how evenly each order spreads them; and lists of blocks.
#pragma once

#include "index_map/tiles/balance.hpp"
#include "index_map/tiles/block_lists.hpp"
#include "report/json.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mapwright::report {

/// One order of the schedule; no balance where it was not computed.
struct TilesOrder {
  index_map::tiles::Order order;
  std::optional<index_map::tiles::Balance> balance{};
};

struct TilesSummary {
  std::string mask_text; ///< as it was typed
  std::string lengths;   ///< "4 sequences, 100 to 8192 queries x ..."
  index_map::tiles::ScheduleShape shape{};
  index_map::tiles::TileCounts counts{};  ///< of all sequences and heads
  index_map::tiles::Number pairs = 0;     ///< of a query and a key it sees, of all sequences and heads
  index_map::tiles::Number positions = 0; ///< of the schedule; 0 where there is none
  index_map::tiles::Number workers = 0;
  std::vector<TilesOrder> orders{};

  /// Tiles of the grid per tile with something to do.
  [[nodiscard]] double grid_waste() const;
  /// Pairs computed in those tiles per pair seen.
  [[nodiscard]] double pair_waste() const;
};

std::string to_text(const TilesSummary& summary);
/// Keys: docs/cli.md.
Json to_json(const TilesSummary& summary);

/// Shapes and lists; the lists of a row as long as they are.
Json to_json(const index_map::tiles::BlockLists& lists);

/// "batch,q_block,kv_block,class", a line per tile that is not empty.
std::string to_csv(const index_map::tiles::BlockLists& lists);

} // namespace mapwright::report
