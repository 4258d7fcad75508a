// Orders of the points of a domain: what they mean, their names, and domains in such an order.
//
// Each order is the lexicographic order of a key of the point (i, j, k, ...), written here as a tuple. So two maps of
// the same domain in the same order agree on every index.
//
//   row-major      (i, j, k, ...)
//   wavefront      (i + j + k + ..., i, j, ...): anti-diagonals
//   longest-first  (-l(i), i, j, k, ...), l(i) the number of points with first coordinate i: longest row first, rows of
//                  equal length by rising i
//   fold           (min(i - a, b - i), i, j) where rows a to b are not empty: rows from both ends inwards in pairs.
//                  Offered where all pairs have equally many points, so that a pair is a row of a rectangle
//   tile-grouped   (floor(i/(h G)), floor(j/w), floor(i/h), i, j, k, ...) for tiles of h x w in groups of G rows of
//                  tiles: column by column of tiles within a group, row-major within a tile
//   morton         bits of the coordinates interleaved, those of i first (domain/curve.hpp)
//   hilbert        along the Hilbert curve (domain/curve.hpp)
#pragma once

#include "core/error.hpp"
#include "domain/domain.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace mapwright::domain {

enum class Order : std::uint8_t { row_major, wavefront, fold, longest_first, tile_grouped, morton, hilbert };

struct OrderRequest {
  Order order = Order::row_major;
  std::int64_t tile_rows = 1;    ///< h; of tile_grouped, as the next two; each from 1 to most_tile
  std::int64_t tile_columns = 1; ///< w
  std::int64_t group = 8;        ///< G
};

inline constexpr std::int64_t most_tile = 4096;

/// "row-major", "wavefront", "fold", "longest-first", "tile-grouped:4x8,2", "morton", "hilbert".
std::string to_string(const OrderRequest& request);

/// The request of such a text. tile-grouped alone means 1x1,8, where the points are tiles themselves; `tile-grouped:T`
/// square tiles; the group is 8 where it is left out. Errors: input, naming the orders there are.
Result<OrderRequest> parse_order(std::string_view text);

/// The names parse_order knows, without arguments.
std::span<const std::string_view> order_names();

/// `ordered(DOMAIN, ORDER)`: the text of a domain, a text itself, in an order. parse_domain reads it, so certificates
/// name the order.
std::string ordered_text(std::string_view domain, const OrderRequest& request);

/// The points of `inner` in an order, whatever order `inner` has; the text is ordered_text. Affine domains get other
/// scan coordinates, or become a CurveShape; others are returned where their own order is the one asked for. Errors:
/// input, where the order is not offered for the domain; the message says why.
Result<Domain> in_order(const Domain& inner, const OrderRequest& request);

} // namespace mapwright::domain
