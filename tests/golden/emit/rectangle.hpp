// rectangle: an exact index map, C++20. Emitted by mapwright VERSION; do not edit.
//
// domain       [rows, columns] -> { [i, j] : 0 <= i < rows and 0 <= j < columns }
// point        (i, j)
// proved for   32-bit words: 0 <= rows <= 46340, 0 <= columns <= 46340
//              64-bit words: 0 <= rows <= 3037000499, 0 <= columns <= 3037000499
// certificate  sha256:0123456789abcdef
// status       proved (written by hand for tests)
#ifndef MAPWRIGHT_MAPS_RECTANGLE_HPP
#define MAPWRIGHT_MAPS_RECTANGLE_HPP

#include <cmath>
#include <cstdint>
#include <type_traits>

namespace mapwright_maps::rectangle {

namespace w32 {

using index_t = std::int32_t;
using natural_t = std::uint32_t;

struct point {
  index_t i;
  index_t j;
};

struct step {
  bool has_next;
  point next;
};

// Certified: within these sizes no intermediate leaves the word.
inline constexpr index_t max_rows = 46340;
inline constexpr index_t max_columns = 46340;

constexpr bool fits(index_t rows, index_t columns) {
  return 0 <= rows && rows <= max_rows && 0 <= columns && columns <= max_columns;
}

// The number of points.
constexpr index_t count(index_t rows, index_t columns) {
  return rows * columns;
}

// The point (i, j) of index w, for 0 <= w < count.
constexpr point unrank(index_t /*rows*/, index_t columns, index_t w) {
  return {w / columns, w % columns};
}

// The index of a point of the domain; the inverse of unrank.
constexpr index_t rank(index_t /*rows*/, index_t columns, index_t i, index_t j) {
  return i * columns + j;
}
constexpr index_t rank(index_t rows, index_t columns, point at) {
  return rank(rows, columns, at.i, at.j);
}

// Whether (i, j) is a point of the domain; any coordinates may be asked.
constexpr bool contains(index_t rows, index_t columns, index_t i, index_t j) {
  return 0 <= i && i < rows && 0 <= j && j < columns;
}
constexpr bool contains(index_t rows, index_t columns, point at) {
  return contains(rows, columns, at.i, at.j);
}

// The point after (i, j) in the order of indices; has_next is false after the last.
constexpr step successor(index_t rows, index_t columns, index_t i, index_t j) {
  const index_t wraps = j + 1 == columns;
  return {!wraps || i + 1 < rows, {i + wraps, wraps ? 0 : j + 1}};
}
constexpr step successor(index_t rows, index_t columns, point at) {
  return successor(rows, columns, at.i, at.j);
}

} // namespace w32

namespace w64 {

using index_t = std::int64_t;
using natural_t = std::uint64_t;

struct point {
  index_t i;
  index_t j;
};

struct step {
  bool has_next;
  point next;
};

// Certified: within these sizes no intermediate leaves the word.
inline constexpr index_t max_rows = 3037000499;
inline constexpr index_t max_columns = 3037000499;

constexpr bool fits(index_t rows, index_t columns) {
  return 0 <= rows && rows <= max_rows && 0 <= columns && columns <= max_columns;
}

// The number of points.
constexpr index_t count(index_t rows, index_t columns) {
  return rows * columns;
}

// The point (i, j) of index w, for 0 <= w < count.
constexpr point unrank(index_t /*rows*/, index_t columns, index_t w) {
  return {w / columns, w % columns};
}

// The index of a point of the domain; the inverse of unrank.
constexpr index_t rank(index_t /*rows*/, index_t columns, index_t i, index_t j) {
  return i * columns + j;
}
constexpr index_t rank(index_t rows, index_t columns, point at) {
  return rank(rows, columns, at.i, at.j);
}

// Whether (i, j) is a point of the domain; any coordinates may be asked.
constexpr bool contains(index_t rows, index_t columns, index_t i, index_t j) {
  return 0 <= i && i < rows && 0 <= j && j < columns;
}
constexpr bool contains(index_t rows, index_t columns, point at) {
  return contains(rows, columns, at.i, at.j);
}

// The point after (i, j) in the order of indices; has_next is false after the last.
constexpr step successor(index_t rows, index_t columns, index_t i, index_t j) {
  const index_t wraps = j + 1 == columns;
  return {!wraps || i + 1 < rows, {i + wraps, wraps ? 0 : j + 1}};
}
constexpr step successor(index_t rows, index_t columns, point at) {
  return successor(rows, columns, at.i, at.j);
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

} // namespace mapwright_maps::rectangle

#endif
