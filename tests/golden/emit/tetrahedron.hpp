// tetrahedron: an exact index map, C++20. Emitted by mapwright VERSION; do not edit.
//
// domain       [n] -> { [i, j, k] : 0 <= k <= j <= i < n }
// point        (i, j, k)
// cost         O(1) per index
// formulas     count(n) = n*(n + 1)*(n + 2)/6
// proved for   32-bit words: 0 <= n <= 1289
//              64-bit words: 0 <= n <= 2097150
// certificate  sha256:0123456789abcdef
// status       proved (written by hand for tests)
#ifndef MAPWRIGHT_MAPS_TETRAHEDRON_HPP
#define MAPWRIGHT_MAPS_TETRAHEDRON_HPP

#include <cmath>
#include <cstdint>
#include <type_traits>

namespace mapwright_maps::tetrahedron {

namespace w32 {

using index_t = std::int32_t;
using natural_t = std::uint32_t;

namespace detail {

constexpr index_t lesser(index_t a, index_t b) {
  return a < b ? a : b;
}

constexpr index_t greater(index_t a, index_t b) {
  return a < b ? b : a;
}

// The greatest r with r^k <= x, bit by bit: c^k <= x iff x divided by c, k times, rounding down, is not 0.
constexpr index_t iroot_by_digits(index_t x, int k) {
  index_t r = 0;
  for (int bit = (32 - 2) / k; bit >= 0; --bit) {
    const index_t c = r + (index_t(1) << bit);
    index_t quotient = x;
    for (int factor = 0; factor < k; ++factor) {
      quotient /= c;
    }
    r = quotient > 0 ? c : r;
  }
  return r;
}

// r with rho * (1 - eps) - 1 < r <= rho * (1 + eps), rho the real root of degree 2 of x >= 0, eps = 2^-20.
constexpr index_t root2(index_t x) {
  if (std::is_constant_evaluated()) {
    return iroot_by_digits(x, 2);
  }
  return index_t(std::sqrt(float(x)));
}

// r with rho * (1 - eps) - 1 < r <= rho * (1 + eps), rho the real root of degree 3 of x >= 0, eps = 2^-20.
constexpr index_t root3(index_t x) {
  if (std::is_constant_evaluated()) {
    return iroot_by_digits(x, 3);
  }
  return index_t(std::cbrt(float(x)));
}

} // namespace detail

struct point {
  index_t i;
  index_t j;
  index_t k;
};

struct step {
  bool has_next;
  point next;
};

// Certified: within these sizes no intermediate leaves the word.
inline constexpr index_t max_n = 1289;

constexpr bool fits(index_t n) {
  return 0 <= n && n <= max_n;
}

// The number of points.
constexpr index_t count(index_t n) {
  return n * (n + 1) * (n + 2) / 6;
}

// The point (i, j, k) of index w, for 0 <= w < count.
constexpr point unrank(index_t n, index_t w) {
  index_t i = detail::lesser(detail::root3(6 * w), n - 1);
  i -= index_t(i * (i + 1) * (i + 2) / 6 > w);
  i -= index_t(i * (i + 1) * (i + 2) / 6 > w);
  const index_t v = w - i * (i + 1) * (i + 2) / 6;
  index_t j = detail::lesser(detail::root2(detail::greater(2 * v, 0)), i);
  j -= index_t(((j * (j + 1)) >> 1) > v);
  return {i, j, v - ((j * (j + 1)) >> 1)};
}

// The index of a point of the domain; the inverse of unrank.
constexpr index_t rank(index_t /*n*/, index_t i, index_t j, index_t k) {
  return i * (i + 1) * (i + 2) / 6 + ((j * (j + 1)) >> 1) + k;
}
constexpr index_t rank(index_t n, point at) {
  return rank(n, at.i, at.j, at.k);
}

// Whether (i, j, k) is a point of the domain; any coordinates may be asked.
constexpr bool contains(index_t n, index_t i, index_t j, index_t k) {
  return 0 <= k && k <= j && j <= i && i < n;
}
constexpr bool contains(index_t n, point at) {
  return contains(n, at.i, at.j, at.k);
}

// The point after (i, j, k) in the order of indices; has_next is false after the last.
constexpr step successor(index_t n, index_t i, index_t j, index_t k) {
  index_t a = i;
  index_t b = j;
  index_t c = k + 1;
  if (j < c) {
    b += 1;
    c = 0;
  }
  if (i < b) {
    a += 1;
    b = 0;
  }
  return {a < n, {a, b, c}};
}
constexpr step successor(index_t n, point at) {
  return successor(n, at.i, at.j, at.k);
}

} // namespace w32

namespace w64 {

using index_t = std::int64_t;
using natural_t = std::uint64_t;

namespace detail {

constexpr index_t lesser(index_t a, index_t b) {
  return a < b ? a : b;
}

constexpr index_t greater(index_t a, index_t b) {
  return a < b ? b : a;
}

// The greatest r with r^k <= x, bit by bit: c^k <= x iff x divided by c, k times, rounding down, is not 0.
constexpr index_t iroot_by_digits(index_t x, int k) {
  index_t r = 0;
  for (int bit = (64 - 2) / k; bit >= 0; --bit) {
    const index_t c = r + (index_t(1) << bit);
    index_t quotient = x;
    for (int factor = 0; factor < k; ++factor) {
      quotient /= c;
    }
    r = quotient > 0 ? c : r;
  }
  return r;
}

// r with rho * (1 - eps) - 1 < r <= rho * (1 + eps), rho the real root of degree 2 of x >= 0, eps = 2^-48.
constexpr index_t root2(index_t x) {
  if (std::is_constant_evaluated()) {
    return iroot_by_digits(x, 2);
  }
  return index_t(std::sqrt(double(x)));
}

// r with rho * (1 - eps) - 1 < r <= rho * (1 + eps), rho the real root of degree 3 of x >= 0, eps = 2^-48.
constexpr index_t root3(index_t x) {
  if (std::is_constant_evaluated()) {
    return iroot_by_digits(x, 3);
  }
  return index_t(std::cbrt(double(x)));
}

} // namespace detail

struct point {
  index_t i;
  index_t j;
  index_t k;
};

struct step {
  bool has_next;
  point next;
};

// Certified: within these sizes no intermediate leaves the word.
inline constexpr index_t max_n = 2097150;

constexpr bool fits(index_t n) {
  return 0 <= n && n <= max_n;
}

// The number of points.
constexpr index_t count(index_t n) {
  return n * (n + 1) * (n + 2) / 6;
}

// The point (i, j, k) of index w, for 0 <= w < count.
constexpr point unrank(index_t n, index_t w) {
  index_t i = detail::lesser(detail::root3(6 * w), n - 1);
  i -= index_t(i * (i + 1) * (i + 2) / 6 > w);
  i -= index_t(i * (i + 1) * (i + 2) / 6 > w);
  const index_t v = w - i * (i + 1) * (i + 2) / 6;
  index_t j = detail::lesser(detail::root2(detail::greater(2 * v, 0)), i);
  j -= index_t(((j * (j + 1)) >> 1) > v);
  return {i, j, v - ((j * (j + 1)) >> 1)};
}

// The index of a point of the domain; the inverse of unrank.
constexpr index_t rank(index_t /*n*/, index_t i, index_t j, index_t k) {
  return i * (i + 1) * (i + 2) / 6 + ((j * (j + 1)) >> 1) + k;
}
constexpr index_t rank(index_t n, point at) {
  return rank(n, at.i, at.j, at.k);
}

// Whether (i, j, k) is a point of the domain; any coordinates may be asked.
constexpr bool contains(index_t n, index_t i, index_t j, index_t k) {
  return 0 <= k && k <= j && j <= i && i < n;
}
constexpr bool contains(index_t n, point at) {
  return contains(n, at.i, at.j, at.k);
}

// The point after (i, j, k) in the order of indices; has_next is false after the last.
constexpr step successor(index_t n, index_t i, index_t j, index_t k) {
  index_t a = i;
  index_t b = j;
  index_t c = k + 1;
  if (j < c) {
    b += 1;
    c = 0;
  }
  if (i < b) {
    a += 1;
    b = 0;
  }
  return {a < n, {a, b, c}};
}
constexpr step successor(index_t n, point at) {
  return successor(n, at.i, at.j, at.k);
}

} // namespace w64

namespace launch {

// Launch limits. A device takes at most 2^31 - 1 blocks in x and 65535 in y and z; some count the work-items of x in
// 32 bits. split() finds a grid of at least `count` work-items within the limits, with little to spare:
//
//   const auto g = split(count, 256);           // g.x == 0: nothing to do, or no grid is large enough
//   kernel<<<dim3(g.x, g.y, g.z), 256>>>(...);   // OpenCL: global size {g.x * 256, g.y, g.z}, local size {256, 1, 1}
//
//   in the kernel: const auto w = ((z * g.y + y) * g.x + x) * 256 + thread;  if (w < count) { ... }
struct limits {
  std::int64_t x = 2147483647;
  std::int64_t y = 65535;
  std::int64_t z = 65535;
  std::int64_t items_x = 4294967295;
};

struct grid {
  std::int64_t x;
  std::int64_t y;
  std::int64_t z;
  std::int64_t block;
};

constexpr grid split(std::int64_t count, std::int64_t block, limits most = limits{}) {
  const std::int64_t most_count = 4611686018427387904; // 2^62
  if (count <= 0 || count > most_count || block <= 0 || block > most.items_x) {
    return {0, 0, 0, block};
  }
  const std::int64_t blocks = (count - 1) / block + 1;
  const std::int64_t wide = most.items_x / block < most.x ? most.items_x / block : most.x;
  const std::int64_t rows = (blocks - 1) / wide + 1;
  const std::int64_t z = (rows - 1) / most.y + 1;
  if (z > most.z) {
    return {0, 0, 0, block};
  }
  const std::int64_t y = (rows - 1) / z + 1;
  return {(blocks - 1) / (y * z) + 1, y, z, block};
}

// The index of a work-item: the block's position in the grid and the thread's in the block.
constexpr std::int64_t flatten(grid g, std::int64_t x, std::int64_t y, std::int64_t z, std::int64_t thread) {
  return ((z * g.y + y) * g.x + x) * g.block + thread;
}

} // namespace launch

} // namespace mapwright_maps::tetrahedron

#endif
