// Substitution systems the tests share.
#pragma once

#include "domain/domain.hpp"

#include <utility>
#include <vector>

namespace mapwright::test {

using Children = std::vector<domain::SubstitutionShape::Child>;

inline domain::Domain substitution(int scale, std::size_t dims, const std::vector<Children>& tiles, int start = 0) {
  domain::Domain domain;
  domain.text = "substitution";
  domain.parameters = {expr::Symbol("level")};
  const std::vector<std::string> names{"x", "y", "z", "u"};
  domain.dimensions.assign(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(dims));
  domain::SubstitutionShape shape;
  shape.scale = scale;
  shape.start = start;
  for (std::size_t t = 0; t < tiles.size(); ++t) {
    shape.tiles.push_back({"t" + std::to_string(t), tiles[t]});
  }
  domain.shape = std::move(shape);
  return domain;
}

/// The Hilbert curve: four orientations of a full square.
inline domain::Domain hilbert() {
  return substitution(2, 2,
                      {{{{0, 0}, 1}, {{0, 1}, 0}, {{1, 1}, 0}, {{1, 0}, 2}},
                       {{{0, 0}, 0}, {{1, 0}, 1}, {{1, 1}, 1}, {{0, 1}, 3}},
                       {{{1, 1}, 3}, {{0, 1}, 2}, {{0, 0}, 2}, {{1, 0}, 0}},
                       {{{1, 1}, 2}, {{1, 0}, 3}, {{0, 0}, 3}, {{0, 1}, 1}}});
}

/// The triangle y <= x in Morton order: a triangle is two triangles and a square.
inline domain::Domain morton_triangle() {
  return substitution(2, 2,
                      {{{{0, 0}, 0}, {{1, 0}, 1}, {{1, 1}, 0}}, {{{0, 0}, 1}, {{0, 1}, 1}, {{1, 0}, 1}, {{1, 1}, 1}}});
}

/// Two types whose counts are Fibonacci numbers.
inline domain::Domain fibonacci() {
  return substitution(2, 1, {{{{0}, 0}, {{1}, 1}}, {{{1}, 0}}});
}

/// A gasket whose three children are of one type: uniform, but three is no power of two.
inline domain::Domain gasket_system() {
  return substitution(2, 2, {{{{0, 0}, 0}, {{1, 0}, 0}, {{1, 1}, 0}}});
}

/// Two of four cells, alternating diagonals: bit fields in which tiles are not full.
inline domain::Domain diagonals() {
  return substitution(2, 2, {{{{0, 0}, 1}, {{1, 1}, 1}}, {{{0, 1}, 0}, {{1, 0}, 0}}});
}

/// A tile that dies out, scale three, more children than are compared one by one.
inline domain::Domain wide() {
  Children all;
  for (int x = 0; x < 5; ++x) {
    for (int y = 0; y < 5; ++y) {
      if ((x + 2 * y) % 4 != 1) {
        all.push_back({{x, y}, (x * y) % 3});
      }
    }
  }
  return substitution(5, 2, {all, {}, {{{4, 4}, 0}, {{0, 3}, 1}, {{2, 2}, 2}}});
}

} // namespace mapwright::test
