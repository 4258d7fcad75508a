// The tiles of one sequence under a mask: which are full, which are partial, how many, and in which order; all in
// closed form, so that neither the mask nor its tiles are ever listed.
#pragma once

#include "index_map/tiles/mask_rows.hpp"

namespace mapwright::index_map::tiles {

enum class TileClass : std::uint8_t {
  empty,   ///< nothing to compute
  partial, ///< some pairs of query and key, to be masked one by one
  full,    ///< every pair
};

/// The blocks of keys that one row of tiles has something to do with: [0, sink) and `window`, of which [0, full_sink)
/// and `full` are full. sink <= window.first, full_sink <= full.first.
struct RowTiles {
  Number sink = 0;
  Span window{};
  Number full_sink = 0;
  Span full{};

  /// Tiles that are not empty.
  [[nodiscard]] Number touched() const { return sink + window.size(); }
  [[nodiscard]] Number full_tiles() const { return full_sink + full.size(); }
  [[nodiscard]] TileClass classify(Number block) const;
  /// The n-th block that is not empty, by rising number, and its inverse.
  [[nodiscard]] Number block(Number n) const { return n < sink ? n : window.first + (n - sink); }
  [[nodiscard]] Number position(Number block) const { return block < sink ? block : sink + (block - window.first); }
};

/// A row of tiles and a block of keys.
struct Tile {
  Number row = 0;
  Number block = 0;

  friend bool operator==(const Tile&, const Tile&) = default;
};

struct TileCounts {
  Number full = 0;
  Number partial = 0;
  Number empty = 0;

  [[nodiscard]] Number touched() const { return full + partial; }
  [[nodiscard]] Number grid() const { return full + partial + empty; }
  TileCounts& operator+=(const TileCounts& other);
  friend bool operator==(const TileCounts&, const TileCounts&) = default;
};

class SequenceTiles {
public:
  /// Lengths within [0, most_length], sides of the tile within [1, most_length].
  SequenceTiles(Number queries, Number keys, const Mask& mask, TileShape tile, Edges edges);

  [[nodiscard]] Number rows() const { return rows_; }       ///< ceil(queries / tile.queries)
  [[nodiscard]] Number columns() const { return columns_; } ///< ceil(keys / tile.keys)

  /// O(1). 0 <= row < rows().
  [[nodiscard]] RowTiles row(Number row) const;

  /// Tiles that are not empty, and full tiles, in the rows below `row`, 0 <= row <= rows(): sums of floor((a*i + b)/c)
  /// over a range of i by Euclid's algorithm, O(log of the tile's side) whatever the lengths.
  [[nodiscard]] Number touched_before(Number row) const;
  [[nodiscard]] Number full_before(Number row) const;
  [[nodiscard]] Number touched() const { return touched_before(rows_); }
  [[nodiscard]] TileCounts counts() const;

  /// Tile number `index` by row, then block, of those that are not empty, 0 <= index < touched(): the row by the root
  /// of a quadratic and an exact search around it, whose length depends on the shape of the tile alone, not on the
  /// lengths.
  [[nodiscard]] Tile unrank(Number index) const;

  /// The inverse, for a tile that is not empty.
  [[nodiscard]] Number rank(Tile tile) const;

private:
  /// f(i) = low for i < begin, floor((tile.queries*i + add) / tile.keys) for begin <= i < end, high from end on.
  struct Stair {
    Number begin = 0;
    Number end = 0;
    Number low = 0;
    Number add = 0;
    Number high = 0;
  };

  [[nodiscard]] Number floors(Number add, Number first, Number last) const;
  [[nodiscard]] Number sum(const Stair& stair, Number first, Number last) const;
  [[nodiscard]] Number rows_up_to(Number add, Number bound) const;
  [[nodiscard]] Number touched_in_whole_rows(Number rows) const;
  [[nodiscard]] Number full_windows(Number first, Number last) const;
  [[nodiscard]] Number full_in_whole_rows(Number rows) const;
  [[nodiscard]] Number full_blocks(Number keys) const;
  [[nodiscard]] Number row_of(Number index) const;

  MaskRows mask_;
  TileShape tile_;
  Edges edges_;
  Number queries_;
  Number rows_;
  Number columns_;
  Number whole_rows_; ///< rows whose last query is the last of its tile, or counts as if it were
  Stair end_{};       ///< blocks of keys up to the end of what a row sees
  Stair begin_{};     ///< the block its window begins in, or the end of the sink's blocks where that lies behind
};

} // namespace mapwright::index_map::tiles
