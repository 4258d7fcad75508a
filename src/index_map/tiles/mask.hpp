// Which keys a query sees: the masks attention kernels have, and the triangles of SYRK, as one family.
#pragma once

#include "core/error.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace mapwright::index_map::tiles {

/// Lengths, block numbers and positions of schedules.
using Number = std::int64_t;

/// Longest sequence and largest window: rows x keys of one sequence stay below 2^62.
inline constexpr Number most_length = (Number{1} << 31) - 1;

/// Which query stands beside which key.
enum class Align : std::uint8_t {
  top_left,     ///< query i at key i
  bottom_right, ///< the last query at the last key: query i at key i + keys - queries
};

/// With p the place of query i among the keys (Align), query i sees key j when
///
///     (j <= p + right or j < prefix) and (j >= p - left or j < sink)
///
/// and 0 <= j < keys. A `left` or `right` of -1 has no bound.
struct Mask {
  Number left = -1;
  Number right = -1;
  Number sink = 0;
  Number prefix = 0;
  Align align = Align::top_left;
  bool documents =
      false; ///< sequences share one grid of tiles, as FlexAttention packs them; otherwise each has its own

  friend bool operator==(const Mask&, const Mask&) = default;
};

/// Rows of queries x columns of keys of one tile.
struct TileShape {
  Number queries = 128;
  Number keys = 128;
};

/// What counts as computed in a tile that reaches over an end of its sequence.
enum class Edges : std::uint8_t {
  exact,  ///< only what exists: a ragged tile is full when every query and key it has meet
  masked, ///< FlexAttention: what does not exist is masked, so that a ragged tile is never full
  padded, ///< FlashAttention: rows beyond the last query are computed like queries and dropped; keys beyond the last
          ///< one are masked, so that a ragged tile of keys is never full
};

/// "causal", "window(left=128,right=0)", "sink-window(sink=4,left=128)", "prefix(prefix=64)", "full", "lower", "upper";
/// any of left, right, sink, prefix and align=top-left|bottom-right in the brackets; document(MASK) for packed
/// documents. Errors: input, with the place.
Result<Mask> parse_mask(std::string_view text);

/// "exact", "masked" or "padded". Errors: input.
Result<Edges> parse_edges(std::string_view text);

std::string_view to_string(Edges edges);
std::string_view to_string(Align align);

/// The condition in words of the mask's own numbers: "j <= i and j >= i - 128".
std::string condition_text(const Mask& mask);

} // namespace mapwright::index_map::tiles
