// Numbers of points along space-filling curves, bit by bit, and points sorted by them. For tests only; shares nothing
// with domain/curve.hpp.
#pragma once

#include "domain/domain.hpp"
#include "reference/domain_points.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace mapwright::reference {

using Coordinates = std::vector<std::uint64_t>;

/// The bits of the coordinates interleaved, those of dimension 0 first within each level.
inline std::uint64_t morton_key(const Coordinates& point, int levels) {
  std::uint64_t key = 0;
  for (int l = levels - 1; l >= 0; --l) {
    for (const std::uint64_t x : point) {
      key = 2 * key + ((x >> l) & 1);
    }
  }
  return key;
}

/// The Hilbert index of the plane by turning the square, as textbooks have it: (0, 0) first, (2^levels - 1, 0) last.
inline std::uint64_t hilbert_key_2d(std::uint64_t x, std::uint64_t y, int levels) {
  const std::uint64_t n = std::uint64_t{1} << levels;
  std::uint64_t key = 0;
  for (std::uint64_t s = n / 2; s > 0; s /= 2) {
    const std::uint64_t rx = (x & s) != 0 ? 1 : 0;
    const std::uint64_t ry = (y & s) != 0 ? 1 : 0;
    key += s * s * ((3 * rx) ^ ry);
    if (ry == 0) {
      if (rx == 1) {
        x = n - 1 - x;
        y = n - 1 - y;
      }
      std::swap(x, y);
    }
  }
  return key;
}

/// The compact Hilbert index of any dimension (Hamilton and Rau-Chaplin 2008, algorithm 2), with bit 0 for dimension 0
/// and bit D - k for dimension k.
inline std::uint64_t hilbert_key(const Coordinates& point, int levels) {
  const auto n = static_cast<unsigned>(point.size());
  const std::uint64_t mask = (std::uint64_t{1} << n) - 1;
  const auto left = [&](std::uint64_t b, unsigned by) { return ((b << by % n) | (b >> (n - by % n))) & mask; };
  std::uint64_t key = 0;
  std::uint64_t entry = 0;
  unsigned direction = 0;
  for (int l = levels - 1; l >= 0; --l) {
    std::uint64_t label = 0;
    for (unsigned k = 0; k < n; ++k) {
      label |= ((point[k] >> l) & 1) << (n - k) % n;
    }
    label = left(label ^ entry, n - (direction + 1) % n); // to the right
    std::uint64_t digit = label;
    for (std::uint64_t rest = label >> 1; rest != 0; rest >>= 1) {
      digit ^= rest;
    }
    key = (key << n) | digit;
    const std::uint64_t even = digit == 0 ? 0 : 2 * ((digit - 1) / 2);
    entry ^= left(even ^ (even >> 1), direction + 1);
    std::uint64_t ones = digit == 0 ? 0 : digit % 2 == 0 ? digit - 1 : digit;
    unsigned turned = 0;
    for (; ones % 2 == 1; ones /= 2) {
      ++turned;
    }
    direction = (direction + turned + 1) % n;
  }
  return key;
}

/// Any points, sorted along the curve of the least cube of side 2^m that begins at 0, or at the least coordinate where
/// that is negative.
inline std::vector<domain::Point> sorted_along(domain::Curve curve, std::vector<domain::Point> points) {
  if (points.empty()) {
    return points;
  }
  domain::Point origin(points[0].size(), 0);
  for (const domain::Point& p : points) {
    for (std::size_t d = 0; d < p.size(); ++d) {
      origin[d] = std::min(origin[d], p[d]);
    }
  }
  int levels = 0;
  for (const domain::Point& p : points) {
    for (std::size_t d = 0; d < p.size(); ++d) {
      while (p[d] - origin[d] >= expr::Int{1} << levels) {
        ++levels;
      }
    }
  }
  const auto key = [&](const domain::Point& p) {
    Coordinates x;
    for (std::size_t d = 0; d < p.size(); ++d) {
      x.push_back(static_cast<std::uint64_t>(p[d] - origin[d]));
    }
    return curve == domain::Curve::morton ? morton_key(x, levels) : hilbert_key(x, levels);
  };
  std::sort(points.begin(), points.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  return points;
}

/// The points of a domain at one size, sorted along a curve.
inline std::vector<domain::Point> curve_points(const domain::Domain& domain, domain::Curve curve,
                                               const std::vector<expr::Int>& parameters) {
  return sorted_along(curve, test::scanned_points(domain, parameters));
}

} // namespace mapwright::reference
