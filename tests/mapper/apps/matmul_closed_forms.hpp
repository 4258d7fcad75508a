// What the products of matrices move in one repetition, derived in docs/applications.md, where every copy of a tile
// comes from where the tile was filled.
#pragma once

#include "mapper/apps/matmul_scene.hpp"

#include <algorithm>
#include <cstdint>
#include <set>

namespace mapwright::mapper {

inline std::uint64_t whole(std::int64_t number) {
  return static_cast<std::uint64_t>(number);
}

/// n numbers in so many blocks of ceil(n / blocks): where block i begins.
inline std::int64_t begin_of_block(std::int64_t n, std::int64_t blocks, std::int64_t i) {
  return std::min(n, i * ((n + blocks - 1) / blocks));
}

/// Blocks that are not empty.
inline std::int64_t filled(std::int64_t n, std::int64_t blocks) {
  const std::int64_t width = (n + blocks - 1) / blocks;
  return (n + width - 1) / width;
}

/// Pairs of a block of one cut, below `end`, and one of the other that have numbers in common: every begin of a block
/// begins a pair.
inline std::int64_t overlaps(std::int64_t n, std::int64_t first, std::int64_t second, std::int64_t end) {
  std::set<std::int64_t> begins;
  for (std::int64_t i = 0; i < first; ++i) {
    begins.insert(begin_of_block(n, first, i));
  }
  for (std::int64_t i = 0; i < second; ++i) {
    begins.insert(begin_of_block(n, second, i));
  }
  return std::ranges::count_if(begins, [end](std::int64_t begin) { return begin < end; });
}

/// Every GPU reads the rows of b and the columns of c of its tile of a, all but its own tiles of them.
inline Movement plane_movement(const MatmulScene& scene) {
  const std::int64_t n = scene.size("n");
  const std::int64_t gx = scene.size("gx");
  const std::int64_t gy = scene.size("gy");
  const std::int64_t lx = scene.size("lx");
  const std::int64_t ly = scene.size("ly");
  const std::int64_t rows = filled(n, gx * lx);
  const std::int64_t columns = filled(n, gy * ly);
  const std::int64_t pairs = overlaps(n, gx * lx, gy * ly, n); // of blocks of the inner dimension and tiles of b
  Movement all;
  all.memories = {whole(8 * n * n * (gx * lx + gy * ly - 2)),
                  whole(rows * pairs * (gy * ly - 1) + columns * rows * (gx * lx - 1))};
  all.nodes = {whole(8 * n * n * (ly * (gy - 1) + lx * (gx - 1))),
               whole(rows * pairs * ly * (gy - 1) + columns * rows * lx * (gx - 1))};
  return all;
}

/// Each tile of b goes to the other tasks of its line, so does each of c; sums for a go to the first task of theirs.
/// A node has mx x my x mz neighbouring tasks.
inline Movement space_movement(const MatmulScene& scene, std::int64_t gpus) {
  const std::int64_t n = scene.size("n");
  const std::int64_t gx = scene.size("gx");
  const std::int64_t gy = scene.size("gy");
  const std::int64_t gz = scene.size("gz");
  const std::int64_t mx = std::min(gx, gpus);
  const std::int64_t my = std::min(gy, std::max<std::int64_t>(1, gpus / gx));
  const std::int64_t mz = std::min(gz, std::max<std::int64_t>(1, gpus / (gx * gy)));
  const std::int64_t x = filled(n, gx);
  const std::int64_t y = filled(n, gy);
  const std::int64_t z = filled(n, gz);
  Movement all;
  all.memories = {whole(8 * n * n * (gx + gy + gz - 3)), whole(x * z * (gy - 1) + z * y * (gx - 1) + x * y * (gz - 1))};
  all.nodes = {whole(8 * n * n * (gx - mx + gy - my + gz - mz)),
               whole(x * z * (gy - my) + z * y * (gx - mx) + x * y * (gz - mz))};
  all.inside = {whole(8 * n * n), whole(x * y)};
  return all;
}

/// Every GPU reads what its layer multiplies of the rows of b and the columns of c, all but what lies in its own tiles;
/// sums of the other layers go to the first one. A node has mx x my x mz neighbouring GPUs. For sides that are
/// multiples of mx and my.
inline Movement layered_movement(const MatmulScene& scene, std::int64_t gpus) {
  const std::int64_t n = scene.size("n");
  const std::int64_t side = scene.size("side");
  const std::int64_t layers = scene.size("layers");
  const std::int64_t cuts = layers * scene.size("chunks");
  const std::int64_t mx = std::min(side, gpus);
  const std::int64_t my = std::min(side, std::max<std::int64_t>(1, gpus / side));
  const std::int64_t mz = std::min(layers, std::max<std::int64_t>(1, gpus / (side * side)));
  const std::int64_t first = begin_of_block(n, cuts, scene.size("chunks")); // what the first layer multiplies
  const std::int64_t own = begin_of_block(n, cuts, mz * scene.size("chunks"));
  const std::int64_t tiles = filled(n, side);
  const std::int64_t pairs = overlaps(n, cuts, side, n);
  const std::int64_t first_pairs = overlaps(n, cuts, side, first);
  const std::int64_t own_pairs = overlaps(n, cuts, side, own);
  Movement all;
  // b and c alike: side GPUs want each row of a layer, of which one has it.
  all.memories = {whole(16 * n * (side * n - first) + 8 * n * n * (layers - 1)),
                  whole(2 * tiles * (side * pairs - first_pairs) + tiles * tiles * (layers - 1))};
  // Of those wants, my of a row (of b), mx of a column (of c) are met inside the node, where the node holds the layer.
  all.nodes = {whole(8 * n * (2 * side * n - (my + mx) * own) + 8 * n * n * (layers - mz)),
               whole(tiles * (2 * side * pairs - (my + mx) * own_pairs) + tiles * tiles * (layers - mz))};
  all.inside = {whole(8 * n * n), whole(tiles * tiles)};
  return all;
}

} // namespace mapwright::mapper
