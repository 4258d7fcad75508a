// Slow, obvious oracles of processor spaces: grids by trying all of them, spaces as tables of their points.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

namespace mapwright::test {

using Grid = std::vector<std::int64_t>;

/// All ordered grids of `parts` sizes with product n.
inline std::vector<Grid> all_grids(std::int64_t n, std::size_t parts) {
  if (parts == 1) {
    return {{n}};
  }
  std::vector<Grid> out;
  for (std::int64_t first = 1; first <= n; ++first) {
    if (n % first == 0) {
      for (Grid rest : all_grids(n / first, parts - 1)) {
        rest.insert(rest.begin(), first);
        out.push_back(std::move(rest));
      }
    }
  }
  return out;
}

/// The sum of o_i/L_i times the product of the extents, which is small here.
inline std::int64_t grid_cost(const Grid& grid, const Grid& extents) {
  const std::int64_t product = std::accumulate(extents.begin(), extents.end(), std::int64_t{1}, std::multiplies<>());
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    sum += grid[i] * (product / extents[i]);
  }
  return sum;
}

/// The exponents of the prime 2 in every size, then those of 3, and so on: the order of grids of equal cost.
inline std::vector<int> exponents_of(const Grid& grid) {
  std::vector<int> out;
  const std::int64_t greatest = *std::max_element(grid.begin(), grid.end());
  for (std::int64_t prime = 2; prime <= greatest; ++prime) {
    bool is_prime = true;
    for (std::int64_t divisor = 2; divisor < prime; ++divisor) {
      is_prime = is_prime && prime % divisor != 0;
    }
    for (std::int64_t size : grid) {
      int exponent = 0;
      for (; is_prime && size % prime == 0; size /= prime) {
        ++exponent;
      }
      out.push_back(exponent);
    }
  }
  return out;
}

/// A space as the table of all its points and the (node, processor) each stands for.
struct TableSpace {
  Grid shape;
  std::map<Grid, Grid> base;

  static TableSpace machine(std::int64_t nodes, std::int64_t processors) {
    TableSpace out{{nodes, processors}, {}};
    for (std::int64_t node = 0; node < nodes; ++node) {
      for (std::int64_t processor = 0; processor < processors; ++processor) {
        out.base[{node, processor}] = {node, processor};
      }
    }
    return out;
  }

  /// Each old point q becomes move(q); an empty result leaves it out.
  template <class Move> [[nodiscard]] TableSpace moved(Grid new_shape, const Move& move) const {
    TableSpace out{std::move(new_shape), {}};
    for (const auto& [point, processor] : base) {
      const Grid to = move(point);
      if (!to.empty()) {
        out.base[to] = processor;
      }
    }
    return out;
  }

  [[nodiscard]] TableSpace factored(std::size_t d, const Grid& factors) const {
    Grid sizes = shape;
    sizes.erase(sizes.begin() + static_cast<std::ptrdiff_t>(d));
    sizes.insert(sizes.begin() + static_cast<std::ptrdiff_t>(d), factors.begin(), factors.end());
    return moved(sizes, [&](Grid point) {
      std::int64_t rest = point[d];
      Grid digits;
      for (const std::int64_t factor : factors) {
        digits.push_back(rest % factor);
        rest /= factor;
      }
      point.erase(point.begin() + static_cast<std::ptrdiff_t>(d));
      point.insert(point.begin() + static_cast<std::ptrdiff_t>(d), digits.begin(), digits.end());
      return point;
    });
  }

  [[nodiscard]] TableSpace merged(std::size_t a, std::size_t b) const {
    Grid sizes = shape;
    sizes[a] = shape[a] * shape[b];
    sizes.erase(sizes.begin() + static_cast<std::ptrdiff_t>(b));
    return moved(sizes, [&](Grid point) {
      point[a] = point[a] * shape[b] + point[b];
      point.erase(point.begin() + static_cast<std::ptrdiff_t>(b));
      return point;
    });
  }

  [[nodiscard]] TableSpace swapped(std::size_t a, std::size_t b) const {
    Grid sizes = shape;
    std::swap(sizes[a], sizes[b]);
    return moved(sizes, [&](Grid point) {
      std::swap(point[a], point[b]);
      return point;
    });
  }

  [[nodiscard]] TableSpace sliced(std::size_t d, std::int64_t lo, std::int64_t hi) const {
    Grid sizes = shape;
    sizes[d] = hi - lo + 1;
    return moved(sizes, [&](Grid point) {
      if (point[d] < lo || point[d] > hi) {
        return Grid{};
      }
      point[d] -= lo;
      return point;
    });
  }

  [[nodiscard]] TableSpace reversed(std::size_t d) const {
    return moved(shape, [&](Grid point) {
      point[d] = shape[d] - 1 - point[d];
      return point;
    });
  }
};

} // namespace mapwright::test
