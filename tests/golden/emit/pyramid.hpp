// pyramid: an exact index map, C++20. Emitted by mapwright VERSION; do not edit.
//
// domain       [n] -> { [k, x, y] : 0 <= x, y <= k < n }
// point        (k, x, y)
// proved for   32-bit words: 0 <= n <= 1023
//              64-bit words: 0 <= n <= 1664510
// certificate  sha256:0123456789abcdef
// status       proved (written by hand for tests)
#ifndef MAPWRIGHT_MAPS_PYRAMID_HPP
#define MAPWRIGHT_MAPS_PYRAMID_HPP

#include <cmath>
#include <cstdint>
#include <type_traits>

namespace mapwright_maps::pyramid {

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

// The greatest e with 2^e <= x; x > 0.
constexpr index_t floor_log2(index_t x) {
#if defined(__GNUC__) || defined(__clang__)
  return 63 - __builtin_clzll(static_cast<unsigned long long>(x));
#else
  index_t e = 0;
  for (; x > 1; x >>= 1) {
    ++e;
  }
  return e;
#endif
}

} // namespace detail

struct point {
  index_t k;
  index_t x;
  index_t y;
};

struct step {
  bool has_next;
  point next;
};

// Certified: within these sizes no intermediate leaves the word.
inline constexpr index_t max_n = 1023;

constexpr bool fits(index_t n) {
  return 0 <= n && n <= max_n;
}

// The number of points.
constexpr index_t count(index_t n) {
  return n * (n + 1) * (2 * n + 1) / 6;
}

// The point (k, x, y) of index w, for 0 <= w < count.
constexpr point unrank(index_t n, index_t w) {
  index_t k = 0;
  index_t left = n;
  for (index_t halving = detail::floor_log2(n) + 1; halving > 0; --halving) {
    const index_t jump = left >> 1;
    const index_t middle = k + jump;
    k = middle * (middle + 1) * (2 * middle + 1) / 6 <= w ? middle : k;
    left -= jump;
  }
  const index_t v = w - k * (k + 1) * (2 * k + 1) / 6;
  return {k, v / (k + 1), v % (k + 1)};
}

// The index of a point of the domain; the inverse of unrank.
constexpr index_t rank(index_t /*n*/, index_t k, index_t x, index_t y) {
  return k * (k + 1) * (2 * k + 1) / 6 + x * (k + 1) + y;
}
constexpr index_t rank(index_t n, point at) {
  return rank(n, at.k, at.x, at.y);
}

// Whether (k, x, y) is a point of the domain; any coordinates may be asked.
constexpr bool contains(index_t n, index_t k, index_t x, index_t y) {
  return 0 <= detail::lesser(x, y) && detail::greater(x, y) <= k && k < n;
}
constexpr bool contains(index_t n, point at) {
  return contains(n, at.k, at.x, at.y);
}

// The point after (k, x, y) in the order of indices; has_next is false after the last.
constexpr step successor(index_t n, index_t k, index_t x, index_t y) {
  const index_t column = y < k;
  const index_t row = !column && x < k;
  return {column || row || k + 1 < n, {column || row ? k : k + 1, column ? x : (row ? x + 1 : 0), column ? y + 1 : 0}};
}
constexpr step successor(index_t n, point at) {
  return successor(n, at.k, at.x, at.y);
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

// The greatest e with 2^e <= x; x > 0.
constexpr index_t floor_log2(index_t x) {
#if defined(__GNUC__) || defined(__clang__)
  return 63 - __builtin_clzll(static_cast<unsigned long long>(x));
#else
  index_t e = 0;
  for (; x > 1; x >>= 1) {
    ++e;
  }
  return e;
#endif
}

} // namespace detail

struct point {
  index_t k;
  index_t x;
  index_t y;
};

struct step {
  bool has_next;
  point next;
};

// Certified: within these sizes no intermediate leaves the word.
inline constexpr index_t max_n = 1664510;

constexpr bool fits(index_t n) {
  return 0 <= n && n <= max_n;
}

// The number of points.
constexpr index_t count(index_t n) {
  return n * (n + 1) * (2 * n + 1) / 6;
}

// The point (k, x, y) of index w, for 0 <= w < count.
constexpr point unrank(index_t n, index_t w) {
  index_t k = 0;
  index_t left = n;
  for (index_t halving = detail::floor_log2(n) + 1; halving > 0; --halving) {
    const index_t jump = left >> 1;
    const index_t middle = k + jump;
    k = middle * (middle + 1) * (2 * middle + 1) / 6 <= w ? middle : k;
    left -= jump;
  }
  const index_t v = w - k * (k + 1) * (2 * k + 1) / 6;
  return {k, v / (k + 1), v % (k + 1)};
}

// The index of a point of the domain; the inverse of unrank.
constexpr index_t rank(index_t /*n*/, index_t k, index_t x, index_t y) {
  return k * (k + 1) * (2 * k + 1) / 6 + x * (k + 1) + y;
}
constexpr index_t rank(index_t n, point at) {
  return rank(n, at.k, at.x, at.y);
}

// Whether (k, x, y) is a point of the domain; any coordinates may be asked.
constexpr bool contains(index_t n, index_t k, index_t x, index_t y) {
  return 0 <= detail::lesser(x, y) && detail::greater(x, y) <= k && k < n;
}
constexpr bool contains(index_t n, point at) {
  return contains(n, at.k, at.x, at.y);
}

// The point after (k, x, y) in the order of indices; has_next is false after the last.
constexpr step successor(index_t n, index_t k, index_t x, index_t y) {
  const index_t column = y < k;
  const index_t row = !column && x < k;
  return {column || row || k + 1 < n, {column || row ? k : k + 1, column ? x : (row ? x + 1 : 0), column ? y + 1 : 0}};
}
constexpr step successor(index_t n, point at) {
  return successor(n, at.k, at.x, at.y);
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

} // namespace mapwright_maps::pyramid

#endif
