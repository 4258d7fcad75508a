// Masks of the library beside those of the oracle.
#pragma once

#include "index_map/tiles/sequence_tiles.hpp"
#include "reference/attention_mask.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>

namespace mapwright::test {

inline reference::AttentionMask oracle_of(const index_map::tiles::Mask& mask) {
  return {mask.left, mask.right, mask.sink, mask.prefix, mask.align == index_map::tiles::Align::bottom_right};
}

inline reference::Ends ends_of(index_map::tiles::Edges edges) {
  switch (edges) {
  case index_map::tiles::Edges::exact:
    return reference::Ends::exact;
  case index_map::tiles::Edges::masked:
    return reference::Ends::masked;
  case index_map::tiles::Edges::padded:
    break;
  }
  return reference::Ends::padded;
}

inline std::vector<reference::TileRow> oracle_tiles(std::int64_t queries, std::int64_t keys,
                                                    const index_map::tiles::Mask& mask,
                                                    index_map::tiles::TileShape tile, index_map::tiles::Edges edges) {
  const reference::AttentionMask oracle = oracle_of(mask);
  return reference::classify_tiles(queries, keys, tile.queries, tile.keys, ends_of(edges),
                                   [&](std::int64_t i, std::int64_t j) { return oracle.sees(queries, keys, i, j); });
}

inline std::string case_text(std::int64_t queries, std::int64_t keys, const index_map::tiles::Mask& mask,
                             index_map::tiles::TileShape tile, index_map::tiles::Edges edges) {
  return fmt::format("{} x {}, left {} right {} sink {} prefix {} {}, tile {} x {}, {}", queries, keys, mask.left,
                     mask.right, mask.sink, mask.prefix, to_string(mask.align), tile.queries, tile.keys,
                     to_string(edges));
}

/// Masks of every kind with small numbers, both alignments.
inline std::vector<index_map::tiles::Mask> small_masks() {
  using index_map::tiles::Align;
  using index_map::tiles::Mask;
  std::vector<Mask> masks;
  for (const Align align : {Align::top_left, Align::bottom_right}) {
    for (const Mask& mask :
         {Mask{}, Mask{.right = 0}, Mask{.left = 0}, Mask{.left = 2, .right = 0}, Mask{.left = 1, .right = 3},
          Mask{.left = 6, .right = 2}, Mask{.right = 4}, Mask{.left = 3, .right = 0, .sink = 2},
          Mask{.left = 1, .right = 1, .sink = 5}, Mask{.right = 0, .prefix = 4},
          Mask{.left = 2, .right = 0, .prefix = 6}, Mask{.left = 1, .right = 0, .sink = 3, .prefix = 5},
          Mask{.left = 0, .right = 0, .sink = 20, .prefix = 3}, Mask{.right = 0, .prefix = 20}}) {
      masks.push_back(mask);
      masks.back().align = align;
    }
  }
  return masks;
}

} // namespace mapwright::test
