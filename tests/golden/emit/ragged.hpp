// ragged: an exact index map, C++20. Emitted by mapwright VERSION; do not edit.
//
// domain       ragged rows
// point        (b, i)
// argument     cu_seqlens: first index of each row, and the end
// proved for   32-bit words: 0 <= batch <= 1000000
//              64-bit words: 0 <= batch <= 1000000
// certificate  sha256:0123456789abcdef
// status       proved (written by hand for tests)
#ifndef MAPWRIGHT_MAPS_RAGGED_HPP
#define MAPWRIGHT_MAPS_RAGGED_HPP

#include <cmath>
#include <cstdint>
#include <type_traits>

namespace mapwright_maps::ragged {

namespace w32 {

using index_t = std::int32_t;
using natural_t = std::uint32_t;

namespace detail {

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
  index_t b;
  index_t i;
};

struct step {
  bool has_next;
  point next;
};

// Certified: within these sizes no intermediate leaves the word.
inline constexpr index_t max_batch = 1000000;

constexpr bool fits(index_t batch) {
  return 0 <= batch && batch <= max_batch;
}

// The number of points.
template <class Table1>
constexpr index_t count(index_t batch, const Table1* cu_seqlens) {
  return index_t(cu_seqlens[batch]) - index_t(cu_seqlens[0]);
}

// The point (b, i) of index w, for 0 <= w < count.
template <class Table1>
constexpr point unrank(index_t batch, const Table1* cu_seqlens, index_t w) {
  index_t b = 0;
  index_t left = batch;
  for (index_t halving = detail::floor_log2(batch) + 1; halving > 0; --halving) {
    const index_t jump = left >> 1;
    const index_t middle = b + jump;
    b = index_t(cu_seqlens[middle]) - index_t(cu_seqlens[0]) <= w ? middle : b;
    left -= jump;
  }
  return {b, w - (index_t(cu_seqlens[b]) - index_t(cu_seqlens[0]))};
}

// The index of a point of the domain; the inverse of unrank.
template <class Table1>
constexpr index_t rank(index_t /*batch*/, const Table1* cu_seqlens, index_t b, index_t i) {
  return index_t(cu_seqlens[b]) - index_t(cu_seqlens[0]) + i;
}
template <class Table1>
constexpr index_t rank(index_t batch, const Table1* cu_seqlens, point at) {
  return rank(batch, cu_seqlens, at.b, at.i);
}

// Whether (b, i) is a point of the domain; any coordinates may be asked.
template <class Table1>
constexpr bool contains(index_t batch, const Table1* cu_seqlens, index_t b, index_t i) {
  return 0 <= b && b < batch && 0 <= i && i < index_t(cu_seqlens[b + 1]) - index_t(cu_seqlens[b]);
}
template <class Table1>
constexpr bool contains(index_t batch, const Table1* cu_seqlens, point at) {
  return contains(batch, cu_seqlens, at.b, at.i);
}

// The point after (b, i) in the order of indices; has_next is false after the last.
template <class Table1>
constexpr step successor(index_t batch, const Table1* cu_seqlens, index_t b, index_t i) {
  const index_t w = index_t(cu_seqlens[b]) - index_t(cu_seqlens[0]) + i + 1;
  index_t next_ = 0;
  index_t left = batch;
  for (index_t halving = detail::floor_log2(batch) + 1; halving > 0; --halving) {
    const index_t jump = left >> 1;
    const index_t middle = next_ + jump;
    next_ = index_t(cu_seqlens[middle]) - index_t(cu_seqlens[0]) <= w ? middle : next_;
    left -= jump;
  }
  const index_t t = index_t(cu_seqlens[0]);
  return {w < index_t(cu_seqlens[batch]) - t, {next_, w - (index_t(cu_seqlens[next_]) - t)}};
}
template <class Table1>
constexpr step successor(index_t batch, const Table1* cu_seqlens, point at) {
  return successor(batch, cu_seqlens, at.b, at.i);
}

} // namespace w32

namespace w64 {

using index_t = std::int64_t;
using natural_t = std::uint64_t;

namespace detail {

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
  index_t b;
  index_t i;
};

struct step {
  bool has_next;
  point next;
};

// Certified: within these sizes no intermediate leaves the word.
inline constexpr index_t max_batch = 1000000;

constexpr bool fits(index_t batch) {
  return 0 <= batch && batch <= max_batch;
}

// The number of points.
template <class Table1>
constexpr index_t count(index_t batch, const Table1* cu_seqlens) {
  return index_t(cu_seqlens[batch]) - index_t(cu_seqlens[0]);
}

// The point (b, i) of index w, for 0 <= w < count.
template <class Table1>
constexpr point unrank(index_t batch, const Table1* cu_seqlens, index_t w) {
  index_t b = 0;
  index_t left = batch;
  for (index_t halving = detail::floor_log2(batch) + 1; halving > 0; --halving) {
    const index_t jump = left >> 1;
    const index_t middle = b + jump;
    b = index_t(cu_seqlens[middle]) - index_t(cu_seqlens[0]) <= w ? middle : b;
    left -= jump;
  }
  return {b, w - (index_t(cu_seqlens[b]) - index_t(cu_seqlens[0]))};
}

// The index of a point of the domain; the inverse of unrank.
template <class Table1>
constexpr index_t rank(index_t /*batch*/, const Table1* cu_seqlens, index_t b, index_t i) {
  return index_t(cu_seqlens[b]) - index_t(cu_seqlens[0]) + i;
}
template <class Table1>
constexpr index_t rank(index_t batch, const Table1* cu_seqlens, point at) {
  return rank(batch, cu_seqlens, at.b, at.i);
}

// Whether (b, i) is a point of the domain; any coordinates may be asked.
template <class Table1>
constexpr bool contains(index_t batch, const Table1* cu_seqlens, index_t b, index_t i) {
  return 0 <= b && b < batch && 0 <= i && i < index_t(cu_seqlens[b + 1]) - index_t(cu_seqlens[b]);
}
template <class Table1>
constexpr bool contains(index_t batch, const Table1* cu_seqlens, point at) {
  return contains(batch, cu_seqlens, at.b, at.i);
}

// The point after (b, i) in the order of indices; has_next is false after the last.
template <class Table1>
constexpr step successor(index_t batch, const Table1* cu_seqlens, index_t b, index_t i) {
  const index_t w = index_t(cu_seqlens[b]) - index_t(cu_seqlens[0]) + i + 1;
  index_t next_ = 0;
  index_t left = batch;
  for (index_t halving = detail::floor_log2(batch) + 1; halving > 0; --halving) {
    const index_t jump = left >> 1;
    const index_t middle = next_ + jump;
    next_ = index_t(cu_seqlens[middle]) - index_t(cu_seqlens[0]) <= w ? middle : next_;
    left -= jump;
  }
  const index_t t = index_t(cu_seqlens[0]);
  return {w < index_t(cu_seqlens[batch]) - t, {next_, w - (index_t(cu_seqlens[next_]) - t)}};
}
template <class Table1>
constexpr step successor(index_t batch, const Table1* cu_seqlens, point at) {
  return successor(batch, cu_seqlens, at.b, at.i);
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

} // namespace mapwright_maps::ragged

#endif
