// The grids of processors on which products of matrices run.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

namespace mapwright::mapper {

/// count = first * second with first <= second as near to each other as can be; count >= 1.
std::pair<std::int64_t, std::int64_t> near_square(std::int64_t count);

/// Johnson's cube: the least g with g^3 >= gpus, and 4 for 16 of them, as published.
std::int64_t cube_side(std::int64_t gpus);

/// COSMA's grid for square matrices: of all x <= y <= z with x y z = gpus the one with the least
/// |1/x - t| + |1/y - t| + |1/z - t|, where t^-3 = gpus.
std::array<std::int64_t, 3> balanced_divisors(std::int64_t gpus);

/// Solomonik's grid: `side` * `side` * `layers` = gpus with as few layers as can be.
struct LayeredGrid {
  std::int64_t side = 1;
  std::int64_t layers = 1;
};
LayeredGrid layered_grid(std::int64_t gpus);

} // namespace mapwright::mapper
