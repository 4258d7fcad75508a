// The plane of the stencil application and its tiles.
//
// Tile (ix, iy) is the point i = iy * tiles_x + ix of every launch. Its block of the region `points` has `radius` more
// points on each side, the padding; strips at the edges of its neighbours are regions of their own.
#pragma once

#include "mapper/apps/application.hpp"
#include "mapper/engine/kernels.hpp"

#include <algorithm>
#include <cstdint>

namespace mapwright::mapper {

struct StencilShape {
  std::int64_t radius = 2;
  std::int64_t n = 1; ///< points of a tile in each dimension
  std::int64_t tiles_x = 1;
  std::int64_t tiles_y = 1;
  std::int64_t short_by = 0; ///< points that the last tile of each dimension lacks
  std::int64_t steps = 1;

  [[nodiscard]] std::int64_t x() const { return n * tiles_x - short_by; } ///< points of the plane
  [[nodiscard]] std::int64_t y() const { return n * tiles_y - short_by; }
  [[nodiscard]] std::int64_t width(std::int64_t ix) const { return std::min(n, x() - ix * n); }
  [[nodiscard]] std::int64_t height(std::int64_t iy) const { return std::min(n, y() - iy * n); }
};

/// The sizes of the program in their order: what mapwright_task::sizes has.
enum class StencilSize : std::uint8_t { radius, n, x, y, tiles_x, tiles_y };

/// What the plane begins with: integers, so that all sums are exact.
inline std::int64_t stencil_value(std::int64_t x, std::int64_t y) {
  return (x * x + 3 * x * y + 7 * y) % 1009;
}

KernelTable stencil_kernels();

/// The whole plane step by step, then every tile, its padding and the strips as a run leaves them.
void stencil_reference(const StencilShape& shape, RegionData& data);

} // namespace mapwright::mapper
