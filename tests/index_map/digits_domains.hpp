// Self-similar sets the tests of digit maps share.
#pragma once

#include "domain/domain.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace mapwright::test {

inline domain::Domain fractal(int scale, std::vector<std::vector<int>> cells) {
  domain::Domain domain;
  domain.text = "fractal";
  domain.parameters = {expr::Symbol("level")};
  const std::vector<std::string> names{"x", "y", "z", "u"};
  domain.dimensions.assign(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(cells.at(0).size()));
  domain.shape = domain::FractalShape{scale, std::move(cells)};
  return domain;
}

/// The cells of a scale^dims mask that `keep` keeps, in lexicographic order.
inline std::vector<std::vector<int>> mask(int scale, std::size_t dims,
                                          const std::function<bool(const std::vector<int>&)>& keep) {
  std::vector<std::vector<int>> cells{{}};
  for (std::size_t d = 0; d < dims; ++d) {
    std::vector<std::vector<int>> longer;
    for (const auto& cell : cells) {
      for (int v = 0; v < scale; ++v) {
        longer.push_back(cell);
        longer.back().push_back(v);
      }
    }
    cells = longer;
  }
  std::erase_if(cells, [&](const std::vector<int>& cell) { return !keep(cell); });
  return cells;
}

inline int middles(const std::vector<int>& cell) {
  int count = 0;
  for (const int c : cell) {
    count += c == 1 ? 1 : 0;
  }
  return count;
}

inline std::vector<std::pair<std::string, domain::Domain>> known_fractals() {
  const auto sum_below = [](int limit) {
    return [limit](const std::vector<int>& cell) {
      int sum = 0;
      for (const int c : cell) {
        sum += c;
      }
      return sum < limit;
    };
  };
  const auto with_middles = [](std::vector<int> allowed) {
    return [allowed](const std::vector<int>& cell) {
      return std::find(allowed.begin(), allowed.end(), middles(cell)) != allowed.end();
    };
  };
  return {
      {"gasket", fractal(2, {{0, 0}, {1, 0}, {1, 1}})},
      {"carpet", fractal(3, mask(3, 2, with_middles({0, 1})))},
      {"vicsek", fractal(3, mask(3, 2, with_middles({1, 2})))},
      {"cantor", fractal(3, {{0}, {2}})},
      {"cantor-dust", fractal(3, mask(3, 2, with_middles({0})))},
      {"tetrahedron", fractal(2, mask(2, 3, sum_below(2)))},
      {"menger", fractal(3, mask(3, 3, with_middles({0, 1})))},
      {"mosely-light", fractal(3, mask(3, 3, with_middles({1, 2})))},
      {"mosely-heavy", fractal(3, mask(3, 3, with_middles({1, 2, 3})))},
      {"vicsek-3d", fractal(3, mask(3, 3, with_middles({2, 3})))},
      {"four-dimensional", fractal(2, mask(2, 4, sum_below(2)))},
      {"morton", fractal(2, mask(2, 2, sum_below(9)))},
      {"full-three", fractal(3, mask(3, 2, sum_below(9)))},
      {"one-cell-origin", fractal(3, {{0, 0}})},
      {"one-cell", fractal(3, {{2, 1, 0}})},
      {"reversed-gasket", fractal(2, {{1, 1}, {1, 0}, {0, 0}})},
      {"no-origin", fractal(2, {{1, 1}, {1, 0}, {0, 1}})},
      {"two-of-sixteen", fractal(16, {{3, 9}, {15, 0}})},
      {"five-of-sixteen-3d", fractal(16, {{3, 9, 1}, {0, 0, 0}, {15, 0, 2}, {15, 15, 15}, {1, 2, 3}})},
  };
}

} // namespace mapwright::test
