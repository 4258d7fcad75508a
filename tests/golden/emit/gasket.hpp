// gasket: an exact index map, C++20. Emitted by mapwright VERSION; do not edit.
//
// domain       fractal:2:10,11
// point        (y, x)
// cost         O(level) per index
// table        cell_y: row of each kept cell
// table        cell_x: column of each kept cell
// proved for   32-bit words: 0 <= level <= 19
//              64-bit words: 0 <= level <= 39
// certificate  sha256:0123456789abcdef
// status       proved (written by hand for tests)
#ifndef MAPWRIGHT_MAPS_GASKET_HPP
#define MAPWRIGHT_MAPS_GASKET_HPP

#include <cmath>
#include <cstdint>
#include <type_traits>

namespace mapwright_maps::gasket {

inline constexpr std::int8_t cell_y[] = {
    0, 1, 1};

inline constexpr std::int8_t cell_x[] = {
    0, 0, 1};

namespace w32 {

using index_t = std::int32_t;
using natural_t = std::uint32_t;

namespace detail {

// a * 2^b for a, b >= 0.
constexpr index_t shift_left(index_t a, index_t b) {
  return b < 32 ? a << b : 0;
}

// floor(a / 2^b) for a, b >= 0.
constexpr index_t shift_right(index_t a, index_t b) {
  return b < 32 ? a >> b : 0;
}

// a^b for b >= 0. Unsigned inside: the last squaring is not used and may wrap.
constexpr index_t power(index_t a, index_t b) {
  natural_t product = 1;
  for (natural_t square = natural_t(a); b > 0; b >>= 1) {
    product *= (b & 1) != 0 ? square : natural_t(1);
    square *= square;
  }
  return index_t(product);
}

} // namespace detail

struct point {
  index_t y;
  index_t x;
};

struct step {
  bool has_next;
  point next;
};

// Certified: within these sizes no intermediate leaves the word.
inline constexpr index_t max_level = 19;

constexpr bool fits(index_t level) {
  return 0 <= level && level <= max_level;
}

// The number of points.
constexpr index_t count(index_t level) {
  return detail::power(3, level);
}

// The point (y, x) of index w, for 0 <= w < count.
constexpr point unrank(index_t level, index_t w) {
  index_t y = 0;
  index_t x = 0;
  index_t rest = w;
  for (index_t l = 0; l < level; ++l) {
    const index_t digit = rest % 3;
    y += detail::shift_left(index_t(cell_y[digit]), l);
    x += detail::shift_left(index_t(cell_x[digit]), l);
    rest = rest / 3;
  }
  return {y, x};
}

// The index of a point of the domain; the inverse of unrank.
constexpr index_t rank(index_t level, index_t y, index_t x) {
  index_t w = 0;
  for (index_t l = level - 1; l >= 0; --l) {
    w = 3 * w + (detail::shift_right(y, l) & 1) + (detail::shift_right(x, l) & 1);
  }
  return w;
}
constexpr index_t rank(index_t level, point at) {
  return rank(level, at.y, at.x);
}

// Whether (y, x) is a point of the domain; any coordinates may be asked.
constexpr bool contains(index_t level, index_t y, index_t x) {
  return 0 <= x && x < (index_t(1) << level) && 0 <= y && y < (index_t(1) << level) && (x & ((index_t(1) << level) - 1 - y)) == 0;
}
constexpr bool contains(index_t level, point at) {
  return contains(level, at.y, at.x);
}

// The point after (y, x) in the order of indices; has_next is false after the last.
constexpr step successor(index_t level, index_t y, index_t x) {
  index_t w = 1;
  for (index_t l = level - 1; l >= 0; --l) {
    w += detail::power(3, l) * ((detail::shift_right(y, l) & 1) + (detail::shift_right(x, l) & 1));
  }
  index_t b = 0;
  index_t a = 0;
  for (index_t l = 0; l < level; ++l) {
    const index_t digit = w / detail::power(3, l) % 3;
    b += detail::shift_left(index_t(cell_y[digit]), l);
    a += detail::shift_left(index_t(cell_x[digit]), l);
  }
  return {w < detail::power(3, level), {b, a}};
}
constexpr step successor(index_t level, point at) {
  return successor(level, at.y, at.x);
}

} // namespace w32

namespace w64 {

using index_t = std::int64_t;
using natural_t = std::uint64_t;

namespace detail {

// a * 2^b for a, b >= 0.
constexpr index_t shift_left(index_t a, index_t b) {
  return b < 64 ? a << b : 0;
}

// floor(a / 2^b) for a, b >= 0.
constexpr index_t shift_right(index_t a, index_t b) {
  return b < 64 ? a >> b : 0;
}

// a^b for b >= 0. Unsigned inside: the last squaring is not used and may wrap.
constexpr index_t power(index_t a, index_t b) {
  natural_t product = 1;
  for (natural_t square = natural_t(a); b > 0; b >>= 1) {
    product *= (b & 1) != 0 ? square : natural_t(1);
    square *= square;
  }
  return index_t(product);
}

} // namespace detail

struct point {
  index_t y;
  index_t x;
};

struct step {
  bool has_next;
  point next;
};

// Certified: within these sizes no intermediate leaves the word.
inline constexpr index_t max_level = 39;

constexpr bool fits(index_t level) {
  return 0 <= level && level <= max_level;
}

// The number of points.
constexpr index_t count(index_t level) {
  return detail::power(3, level);
}

// The point (y, x) of index w, for 0 <= w < count.
constexpr point unrank(index_t level, index_t w) {
  index_t y = 0;
  index_t x = 0;
  index_t rest = w;
  for (index_t l = 0; l < level; ++l) {
    const index_t digit = rest % 3;
    y += detail::shift_left(index_t(cell_y[digit]), l);
    x += detail::shift_left(index_t(cell_x[digit]), l);
    rest = rest / 3;
  }
  return {y, x};
}

// The index of a point of the domain; the inverse of unrank.
constexpr index_t rank(index_t level, index_t y, index_t x) {
  index_t w = 0;
  for (index_t l = level - 1; l >= 0; --l) {
    w = 3 * w + (detail::shift_right(y, l) & 1) + (detail::shift_right(x, l) & 1);
  }
  return w;
}
constexpr index_t rank(index_t level, point at) {
  return rank(level, at.y, at.x);
}

// Whether (y, x) is a point of the domain; any coordinates may be asked.
constexpr bool contains(index_t level, index_t y, index_t x) {
  return 0 <= x && x < (index_t(1) << level) && 0 <= y && y < (index_t(1) << level) && (x & ((index_t(1) << level) - 1 - y)) == 0;
}
constexpr bool contains(index_t level, point at) {
  return contains(level, at.y, at.x);
}

// The point after (y, x) in the order of indices; has_next is false after the last.
constexpr step successor(index_t level, index_t y, index_t x) {
  index_t w = 1;
  for (index_t l = level - 1; l >= 0; --l) {
    w += detail::power(3, l) * ((detail::shift_right(y, l) & 1) + (detail::shift_right(x, l) & 1));
  }
  index_t b = 0;
  index_t a = 0;
  for (index_t l = 0; l < level; ++l) {
    const index_t digit = w / detail::power(3, l) % 3;
    b += detail::shift_left(index_t(cell_y[digit]), l);
    a += detail::shift_left(index_t(cell_x[digit]), l);
  }
  return {w < detail::power(3, level), {b, a}};
}
constexpr step successor(index_t level, point at) {
  return successor(level, at.y, at.x);
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

} // namespace mapwright_maps::gasket

#endif
