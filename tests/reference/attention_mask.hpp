// Masks of attention pair by pair, and tiles classified by looking at each pair: the oracle of everything in closed
// form.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace mapwright::reference {

/// The definition of src/index_map/tiles/mask.hpp, written again.
struct AttentionMask {
  std::int64_t left = -1;
  std::int64_t right = -1;
  std::int64_t sink = 0;
  std::int64_t prefix = 0;
  bool bottom_right = false;

  [[nodiscard]] bool sees(std::int64_t queries, std::int64_t keys, std::int64_t i, std::int64_t j) const {
    const std::int64_t place = bottom_right ? i + keys - queries : i;
    const bool not_too_late = right < 0 || j <= place + right || j < prefix;
    const bool not_too_early = left < 0 || j >= place - left || j < sink;
    return j >= 0 && j < keys && not_too_late && not_too_early;
  }
};

/// 0 empty, 1 partial, 2 full: one letter per tile of a row of tiles.
using TileRow = std::vector<int>;

/// How tiles that reach over an end count.
enum class Ends { exact, masked, padded };

/// The tiles of a queries x keys grid whose pairs `sees(i, j)` says, tile by tile.
template <class Sees>
std::vector<TileRow> classify_tiles(std::int64_t queries, std::int64_t keys, std::int64_t height, std::int64_t width,
                                    Ends ends, const Sees& sees) {
  std::vector<TileRow> rows;
  for (std::int64_t top = 0; top < queries; top += height) {
    TileRow row;
    for (std::int64_t left = 0; left < keys; left += width) {
      std::int64_t seen = 0;
      std::int64_t all = 0;
      for (std::int64_t i = top; i < top + height; ++i) {
        for (std::int64_t j = left; j < left + width; ++j) {
          const bool there = (i < queries || ends == Ends::padded) && j < keys;
          seen += there && sees(i, j) ? 1 : 0;
          all += there || ends == Ends::masked || ends == Ends::padded ? 1 : 0;
        }
      }
      row.push_back(seen == 0 ? 0 : seen < all ? 1 : 2);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

} // namespace mapwright::reference
