// Rows of a grid of tiles as lists of blocks: of one sequence, or of documents packed one behind the other.
#pragma once

#include "index_map/tiles/sequence_tiles.hpp"

#include <functional>
#include <vector>

namespace mapwright::index_map::tiles {

/// Blocks of one row, as spans in rising order that neither touch nor overlap. Each full one is touched.
struct ListedRow {
  std::vector<Span> touched;
  std::vector<Span> full;

  [[nodiscard]] Number touched_tiles() const;
  [[nodiscard]] Number full_tiles() const;
};

/// A grid of tiles, a row at a time.
struct TileGrid {
  Number rows = 0;
  Number columns = 0;
  std::function<ListedRow(Number row)> row;

  /// O(rows).
  [[nodiscard]] TileCounts counts() const;
};

/// The grid of one sequence.
TileGrid sequence_grid(const SequenceTiles& tiles);

/// The grid of documents that lie one behind the other, offsets[d] to offsets[d + 1] - 1, in one sequence of queries
/// and keys: a query sees what `mask` lets it see of its own document, whose first key has number 0 in the mask. A tile
/// may lie over several documents; it is full only within one. A row costs O(log D + documents in the row). `offsets`
/// rise from 0. Edges::padded means here that keys beyond the last are masked and queries beyond the last do not count.
TileGrid packed_grid(std::vector<Number> offsets, const Mask& mask, TileShape tile, Edges edges);

} // namespace mapwright::index_map::tiles
