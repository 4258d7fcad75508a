// triangle_two_sided: an exact index map, C++20. Emitted by mapwright VERSION; do not edit.
//
// domain       [n] -> { [i, j] : 0 <= j <= i < n }
// point        (i, j)
// method       row by a square root, column by subtraction
// cost         O(1) per index
// formulas     count(n) = n*(n + 1)/2
//              rank(i, j) = i*(i + 1)/2 + j
// proved for   32-bit words: 0 <= n <= 23169
//              64-bit words: 0 <= n <= 1518500249
// certificate  sha256:0123456789abcdef
// status       proved (written by hand for tests)
#ifndef MAPWRIGHT_MAPS_TRIANGLE_TWO_SIDED_HPP
#define MAPWRIGHT_MAPS_TRIANGLE_TWO_SIDED_HPP

#include <cmath>
#include <cstdint>
#include <type_traits>

namespace mapwright_maps::triangle_two_sided {

namespace w32 {

using index_t = std::int32_t;
using natural_t = std::uint32_t;

namespace detail {

constexpr index_t lesser(index_t a, index_t b) {
  return a < b ? a : b;
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

} // namespace detail

struct point {
  index_t i;
  index_t j;
};

struct step {
  bool has_next;
  point next;
};

// Certified: within these sizes no intermediate leaves the word.
inline constexpr index_t max_n = 23169;

constexpr bool fits(index_t n) {
  return 0 <= n && n <= max_n;
}

// The number of points.
constexpr index_t count(index_t n) {
  return (n * (n + 1)) >> 1;
}

// The point (i, j) of index w, for 0 <= w < count.
constexpr point unrank(index_t n, index_t w) {
  index_t i = detail::lesser((detail::root2(8 * w + 1) + 1) >> 1, n - 1);
  i -= index_t(((i * (i + 1)) >> 1) > w);
  i -= index_t(((i * (i + 1)) >> 1) > w);
  return {i, w - ((i * (i + 1)) >> 1)};
}

// The index of a point of the domain; the inverse of unrank.
constexpr index_t rank(index_t /*n*/, index_t i, index_t j) {
  return ((i * (i + 1)) >> 1) + j;
}
constexpr index_t rank(index_t n, point at) {
  return rank(n, at.i, at.j);
}

// Whether (i, j) is a point of the domain; any coordinates may be asked.
constexpr bool contains(index_t n, index_t i, index_t j) {
  return 0 <= j && j <= i && i < n;
}
constexpr bool contains(index_t n, point at) {
  return contains(n, at.i, at.j);
}

// The point after (i, j) in the order of indices; has_next is false after the last.
constexpr step successor(index_t n, index_t i, index_t j) {
  const index_t same_row = j < i;
  return {same_row || i + 1 < n, {same_row ? i : i + 1, same_row ? j + 1 : 0}};
}
constexpr step successor(index_t n, point at) {
  return successor(n, at.i, at.j);
}

} // namespace w32

namespace w64 {

using index_t = std::int64_t;
using natural_t = std::uint64_t;

namespace detail {

constexpr index_t lesser(index_t a, index_t b) {
  return a < b ? a : b;
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

} // namespace detail

struct point {
  index_t i;
  index_t j;
};

struct step {
  bool has_next;
  point next;
};

// Certified: within these sizes no intermediate leaves the word.
inline constexpr index_t max_n = 1518500249;

constexpr bool fits(index_t n) {
  return 0 <= n && n <= max_n;
}

// The number of points.
constexpr index_t count(index_t n) {
  return (n * (n + 1)) >> 1;
}

// The point (i, j) of index w, for 0 <= w < count.
constexpr point unrank(index_t n, index_t w) {
  index_t i = detail::lesser((detail::root2(8 * w + 1) + 1) >> 1, n - 1);
  i -= index_t(((i * (i + 1)) >> 1) > w);
  i -= index_t(((i * (i + 1)) >> 1) > w);
  return {i, w - ((i * (i + 1)) >> 1)};
}

// The index of a point of the domain; the inverse of unrank.
constexpr index_t rank(index_t /*n*/, index_t i, index_t j) {
  return ((i * (i + 1)) >> 1) + j;
}
constexpr index_t rank(index_t n, point at) {
  return rank(n, at.i, at.j);
}

// Whether (i, j) is a point of the domain; any coordinates may be asked.
constexpr bool contains(index_t n, index_t i, index_t j) {
  return 0 <= j && j <= i && i < n;
}
constexpr bool contains(index_t n, point at) {
  return contains(n, at.i, at.j);
}

// The point after (i, j) in the order of indices; has_next is false after the last.
constexpr step successor(index_t n, index_t i, index_t j) {
  const index_t same_row = j < i;
  return {same_row || i + 1 < n, {same_row ? i : i + 1, same_row ? j + 1 : 0}};
}
constexpr step successor(index_t n, point at) {
  return successor(n, at.i, at.j);
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

} // namespace mapwright_maps::triangle_two_sided

#endif
