// hostile: an exact index map, C++20. Emitted by mapwright VERSION; do not edit.
//
// domain       a box
//              with */ hostile /* names
// point        (int, for, w, _x, point, i', double__x)
// proved for   32-bit words: 0 <= count <= 21
//              64-bit words: 0 <= count <= 511
// certificate  sha256:0123456789abcdef
// status       proved (written by hand for tests)
#ifndef MAPWRIGHT_MAPS_HOSTILE_HPP
#define MAPWRIGHT_MAPS_HOSTILE_HPP

#include <cmath>
#include <cstdint>
#include <type_traits>

namespace mapwright_maps::hostile {

namespace w32 {

using index_t = std::int32_t;
using natural_t = std::uint32_t;

namespace detail {

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
  index_t int_;
  index_t for_;
  index_t w;
  index_t x;
  index_t point_;
  index_t i_;
  index_t double_x;
};

struct step {
  bool has_next;
  point next;
};

// Certified: within these sizes no intermediate leaves the word.
inline constexpr index_t max_count = 21;

constexpr bool fits(index_t count_) {
  return 0 <= count_ && count_ <= max_count;
}

// The number of points.
constexpr index_t count(index_t count_) {
  return detail::power(count_, 7);
}

// The point (int_, for_, w, x, point_, i_, double_x) of index w, for 0 <= w < count.
constexpr point unrank(index_t count_, index_t w) {
  const index_t t = w / count_;
  const index_t t_ = t / count_;
  const index_t t_2 = t_ / count_;
  const index_t t_3 = t_2 / count_;
  const index_t t_4 = t_3 / count_;
  return {t_4 / count_ % count_, t_4 % count_, t_3 % count_, t_2 % count_, t_ % count_, t % count_, w % count_};
}

// The index of a point of the domain; the inverse of unrank.
constexpr index_t rank(index_t count_, index_t int_, index_t for_, index_t w, index_t x, index_t point_, index_t i_, index_t double_x) {
  return (((((int_ * count_ + for_) * count_ + w) * count_ + x) * count_ + point_) * count_ + i_) * count_ + double_x;
}
constexpr index_t rank(index_t count_, point at) {
  return rank(count_, at.int_, at.for_, at.w, at.x, at.point_, at.i_, at.double_x);
}

// Whether (int_, for_, w, x, point_, i_, double_x) is a point of the domain; any coordinates may be asked.
constexpr bool contains(index_t count_, index_t int_, index_t for_, index_t w, index_t x, index_t point_, index_t i_, index_t double_x) {
  return 0 <= int_ && int_ < count_ && 0 <= for_ && for_ < count_ && 0 <= w && w < count_ && 0 <= x && x < count_ && 0 <= point_ && point_ < count_ && 0 <= i_ && i_ < count_ && 0 <= double_x && double_x < count_;
}
constexpr bool contains(index_t count_, point at) {
  return contains(count_, at.int_, at.for_, at.w, at.x, at.point_, at.i_, at.double_x);
}

// The point after (int_, for_, w, x, point_, i_, double_x) in the order of indices; has_next is false after the last.
constexpr step successor(index_t count_, index_t int_, index_t for_, index_t w, index_t x, index_t point_, index_t i_, index_t double_x) {
  const index_t w_ = (((((int_ * count_ + for_) * count_ + w) * count_ + x) * count_ + point_) * count_ + i_) * count_ + double_x + 1;
  const index_t t = w_ / count_;
  const index_t t_ = t / count_;
  const index_t t_2 = t_ / count_;
  const index_t t_3 = t_2 / count_;
  const index_t t_4 = t_3 / count_;
  return {w_ < detail::power(count_, 7), {t_4 / count_ % count_, t_4 % count_, t_3 % count_, t_2 % count_, t_ % count_, t % count_, w_ % count_}};
}
constexpr step successor(index_t count_, point at) {
  return successor(count_, at.int_, at.for_, at.w, at.x, at.point_, at.i_, at.double_x);
}

} // namespace w32

namespace w64 {

using index_t = std::int64_t;
using natural_t = std::uint64_t;

namespace detail {

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
  index_t int_;
  index_t for_;
  index_t w;
  index_t x;
  index_t point_;
  index_t i_;
  index_t double_x;
};

struct step {
  bool has_next;
  point next;
};

// Certified: within these sizes no intermediate leaves the word.
inline constexpr index_t max_count = 511;

constexpr bool fits(index_t count_) {
  return 0 <= count_ && count_ <= max_count;
}

// The number of points.
constexpr index_t count(index_t count_) {
  return detail::power(count_, 7);
}

// The point (int_, for_, w, x, point_, i_, double_x) of index w, for 0 <= w < count.
constexpr point unrank(index_t count_, index_t w) {
  const index_t t = w / count_;
  const index_t t_ = t / count_;
  const index_t t_2 = t_ / count_;
  const index_t t_3 = t_2 / count_;
  const index_t t_4 = t_3 / count_;
  return {t_4 / count_ % count_, t_4 % count_, t_3 % count_, t_2 % count_, t_ % count_, t % count_, w % count_};
}

// The index of a point of the domain; the inverse of unrank.
constexpr index_t rank(index_t count_, index_t int_, index_t for_, index_t w, index_t x, index_t point_, index_t i_, index_t double_x) {
  return (((((int_ * count_ + for_) * count_ + w) * count_ + x) * count_ + point_) * count_ + i_) * count_ + double_x;
}
constexpr index_t rank(index_t count_, point at) {
  return rank(count_, at.int_, at.for_, at.w, at.x, at.point_, at.i_, at.double_x);
}

// Whether (int_, for_, w, x, point_, i_, double_x) is a point of the domain; any coordinates may be asked.
constexpr bool contains(index_t count_, index_t int_, index_t for_, index_t w, index_t x, index_t point_, index_t i_, index_t double_x) {
  return 0 <= int_ && int_ < count_ && 0 <= for_ && for_ < count_ && 0 <= w && w < count_ && 0 <= x && x < count_ && 0 <= point_ && point_ < count_ && 0 <= i_ && i_ < count_ && 0 <= double_x && double_x < count_;
}
constexpr bool contains(index_t count_, point at) {
  return contains(count_, at.int_, at.for_, at.w, at.x, at.point_, at.i_, at.double_x);
}

// The point after (int_, for_, w, x, point_, i_, double_x) in the order of indices; has_next is false after the last.
constexpr step successor(index_t count_, index_t int_, index_t for_, index_t w, index_t x, index_t point_, index_t i_, index_t double_x) {
  const index_t w_ = (((((int_ * count_ + for_) * count_ + w) * count_ + x) * count_ + point_) * count_ + i_) * count_ + double_x + 1;
  const index_t t = w_ / count_;
  const index_t t_ = t / count_;
  const index_t t_2 = t_ / count_;
  const index_t t_3 = t_2 / count_;
  const index_t t_4 = t_3 / count_;
  return {w_ < detail::power(count_, 7), {t_4 / count_ % count_, t_4 % count_, t_3 % count_, t_2 % count_, t_ % count_, t % count_, w_ % count_}};
}
constexpr step successor(index_t count_, point at) {
  return successor(count_, at.int_, at.for_, at.w, at.x, at.point_, at.i_, at.double_x);
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

} // namespace mapwright_maps::hostile

#endif
