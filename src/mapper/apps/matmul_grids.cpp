#include "mapper/apps/matmul_grids.hpp"

#include <cmath>
#include <optional>

namespace mapwright::mapper {

std::pair<std::int64_t, std::int64_t> near_square(std::int64_t count) {
  std::int64_t first = 1;
  for (std::int64_t divisor = 1; divisor * divisor <= count; ++divisor) {
    if (count % divisor == 0) {
      first = divisor;
    }
  }
  return {first, count / first};
}

std::int64_t cube_side(std::int64_t gpus) {
  if (gpus == 16) {
    return 4;
  }
  std::int64_t side = 1;
  while (side * side * side < gpus) {
    ++side;
  }
  return side;
}

std::array<std::int64_t, 3> balanced_divisors(std::int64_t gpus) {
  const double target = 1 / std::cbrt(static_cast<double>(gpus));
  const auto distance = [target](std::int64_t divisor) { return std::abs(1 / static_cast<double>(divisor) - target); };
  std::array<std::int64_t, 3> best{1, 1, gpus};
  std::optional<double> least;
  for (std::int64_t x = 1; x * x * x <= gpus; ++x) {
    for (std::int64_t y = x; x * y * y <= gpus; ++y) {
      if (gpus % (x * y) != 0) {
        continue;
      }
      const std::int64_t z = gpus / (x * y);
      const double sum = distance(x) + distance(y) + distance(z);
      if (!least || sum < *least) {
        least = sum;
        best = {x, y, z};
      }
    }
  }
  return best;
}

LayeredGrid layered_grid(std::int64_t gpus) {
  LayeredGrid best{1, gpus};
  for (std::int64_t side = 1; side * side <= gpus; ++side) {
    if (gpus % (side * side) == 0) {
      best = {side, gpus / (side * side)};
    }
  }
  return best;
}

} // namespace mapwright::mapper
