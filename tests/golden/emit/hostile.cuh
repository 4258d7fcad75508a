// hostile: an exact index map, CUDA C++. Emitted by mapwright VERSION; do not edit.
//
// domain       a box
//              with */ hostile /* names
// point        (int, for, w, _x, point, i', double__x)
// proved for   32-bit words: 0 <= count <= 21
//              64-bit words: 0 <= count <= 511
// certificate  sha256:0123456789abcdef
// status       proved (written by hand for tests)
#ifndef MAPWRIGHT_MAPS_HOSTILE_CUH
#define MAPWRIGHT_MAPS_HOSTILE_CUH

#ifndef MAPWRIGHT_HD
#if defined(__CUDACC__)
#define MAPWRIGHT_HD __host__ __device__
#else
#define MAPWRIGHT_HD
#endif
#endif
#ifndef __CUDACC__
#include <math.h>
#endif
// Define MAPWRIGHT_NO_FP64 for devices with slow or no double: every function keeps its values.
#if !defined(MAPWRIGHT_NO_FP64) && !defined(MAPWRIGHT_FP64)
#define MAPWRIGHT_FP64 1
#endif

namespace mapwright_maps::hostile {

namespace w32 {

using index_t = int;
using natural_t = unsigned int;

namespace detail {

// a^b for b >= 0. Unsigned inside: the last squaring is not used and may wrap.
MAPWRIGHT_HD inline index_t power(index_t a, index_t b) {
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
constexpr index_t max_count = 21;

MAPWRIGHT_HD inline bool fits(index_t count_) {
  return 0 <= count_ && count_ <= max_count;
}

// The number of points.
MAPWRIGHT_HD inline index_t count(index_t count_) {
  return detail::power(count_, 7);
}

// The point (int_, for_, w, x, point_, i_, double_x) of index w, for 0 <= w < count.
MAPWRIGHT_HD inline point unrank(index_t count_, index_t w) {
  const index_t t = w / count_;
  const index_t t_ = t / count_;
  const index_t t_2 = t_ / count_;
  const index_t t_3 = t_2 / count_;
  const index_t t_4 = t_3 / count_;
  return {t_4 / count_ % count_, t_4 % count_, t_3 % count_, t_2 % count_, t_ % count_, t % count_, w % count_};
}

// The index of a point of the domain; the inverse of unrank.
MAPWRIGHT_HD inline index_t rank(index_t count_, index_t int_, index_t for_, index_t w, index_t x, index_t point_, index_t i_, index_t double_x) {
  return (((((int_ * count_ + for_) * count_ + w) * count_ + x) * count_ + point_) * count_ + i_) * count_ + double_x;
}
MAPWRIGHT_HD inline index_t rank(index_t count_, point at) {
  return rank(count_, at.int_, at.for_, at.w, at.x, at.point_, at.i_, at.double_x);
}

// Whether (int_, for_, w, x, point_, i_, double_x) is a point of the domain; any coordinates may be asked.
MAPWRIGHT_HD inline bool contains(index_t count_, index_t int_, index_t for_, index_t w, index_t x, index_t point_, index_t i_, index_t double_x) {
  return 0 <= int_ && int_ < count_ && 0 <= for_ && for_ < count_ && 0 <= w && w < count_ && 0 <= x && x < count_ && 0 <= point_ && point_ < count_ && 0 <= i_ && i_ < count_ && 0 <= double_x && double_x < count_;
}
MAPWRIGHT_HD inline bool contains(index_t count_, point at) {
  return contains(count_, at.int_, at.for_, at.w, at.x, at.point_, at.i_, at.double_x);
}

// The point after (int_, for_, w, x, point_, i_, double_x) in the order of indices; has_next is false after the last.
MAPWRIGHT_HD inline step successor(index_t count_, index_t int_, index_t for_, index_t w, index_t x, index_t point_, index_t i_, index_t double_x) {
  const index_t w_ = (((((int_ * count_ + for_) * count_ + w) * count_ + x) * count_ + point_) * count_ + i_) * count_ + double_x + 1;
  const index_t t = w_ / count_;
  const index_t t_ = t / count_;
  const index_t t_2 = t_ / count_;
  const index_t t_3 = t_2 / count_;
  const index_t t_4 = t_3 / count_;
  return {w_ < detail::power(count_, 7), {t_4 / count_ % count_, t_4 % count_, t_3 % count_, t_2 % count_, t_ % count_, t % count_, w_ % count_}};
}
MAPWRIGHT_HD inline step successor(index_t count_, point at) {
  return successor(count_, at.int_, at.for_, at.w, at.x, at.point_, at.i_, at.double_x);
}

} // namespace w32

namespace w64 {

using index_t = long long;
using natural_t = unsigned long long;

namespace detail {

// a^b for b >= 0. Unsigned inside: the last squaring is not used and may wrap.
MAPWRIGHT_HD inline index_t power(index_t a, index_t b) {
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
constexpr index_t max_count = 511;

MAPWRIGHT_HD inline bool fits(index_t count_) {
  return 0 <= count_ && count_ <= max_count;
}

// The number of points.
MAPWRIGHT_HD inline index_t count(index_t count_) {
  return detail::power(count_, 7);
}

// The point (int_, for_, w, x, point_, i_, double_x) of index w, for 0 <= w < count.
MAPWRIGHT_HD inline point unrank(index_t count_, index_t w) {
  const index_t t = w / count_;
  const index_t t_ = t / count_;
  const index_t t_2 = t_ / count_;
  const index_t t_3 = t_2 / count_;
  const index_t t_4 = t_3 / count_;
  return {t_4 / count_ % count_, t_4 % count_, t_3 % count_, t_2 % count_, t_ % count_, t % count_, w % count_};
}

// The index of a point of the domain; the inverse of unrank.
MAPWRIGHT_HD inline index_t rank(index_t count_, index_t int_, index_t for_, index_t w, index_t x, index_t point_, index_t i_, index_t double_x) {
  return (((((int_ * count_ + for_) * count_ + w) * count_ + x) * count_ + point_) * count_ + i_) * count_ + double_x;
}
MAPWRIGHT_HD inline index_t rank(index_t count_, point at) {
  return rank(count_, at.int_, at.for_, at.w, at.x, at.point_, at.i_, at.double_x);
}

// Whether (int_, for_, w, x, point_, i_, double_x) is a point of the domain; any coordinates may be asked.
MAPWRIGHT_HD inline bool contains(index_t count_, index_t int_, index_t for_, index_t w, index_t x, index_t point_, index_t i_, index_t double_x) {
  return 0 <= int_ && int_ < count_ && 0 <= for_ && for_ < count_ && 0 <= w && w < count_ && 0 <= x && x < count_ && 0 <= point_ && point_ < count_ && 0 <= i_ && i_ < count_ && 0 <= double_x && double_x < count_;
}
MAPWRIGHT_HD inline bool contains(index_t count_, point at) {
  return contains(count_, at.int_, at.for_, at.w, at.x, at.point_, at.i_, at.double_x);
}

// The point after (int_, for_, w, x, point_, i_, double_x) in the order of indices; has_next is false after the last.
MAPWRIGHT_HD inline step successor(index_t count_, index_t int_, index_t for_, index_t w, index_t x, index_t point_, index_t i_, index_t double_x) {
  const index_t w_ = (((((int_ * count_ + for_) * count_ + w) * count_ + x) * count_ + point_) * count_ + i_) * count_ + double_x + 1;
  const index_t t = w_ / count_;
  const index_t t_ = t / count_;
  const index_t t_2 = t_ / count_;
  const index_t t_3 = t_2 / count_;
  const index_t t_4 = t_3 / count_;
  return {w_ < detail::power(count_, 7), {t_4 / count_ % count_, t_4 % count_, t_3 % count_, t_2 % count_, t_ % count_, t % count_, w_ % count_}};
}
MAPWRIGHT_HD inline step successor(index_t count_, point at) {
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
  long long x = 2147483647;
  long long y = 65535;
  long long z = 65535;
  long long items_x = 4294967295;
};

struct grid {
  long long x;
  long long y;
  long long z;
  long long block;
};

MAPWRIGHT_HD inline grid split(long long count, long long block, limits most = limits{}) {
  const long long most_count = 4611686018427387904; // 2^62
  if (count <= 0 || count > most_count || block <= 0 || block > most.items_x) {
    return {0, 0, 0, block};
  }
  const long long blocks = (count - 1) / block + 1;
  const long long wide = most.items_x / block < most.x ? most.items_x / block : most.x;
  const long long rows = (blocks - 1) / wide + 1;
  const long long z = (rows - 1) / most.y + 1;
  if (z > most.z) {
    return {0, 0, 0, block};
  }
  const long long y = (rows - 1) / z + 1;
  return {(blocks - 1) / (y * z) + 1, y, z, block};
}

// The index of a work-item: the block's position in the grid and the thread's in the block.
MAPWRIGHT_HD inline long long flatten(grid g, long long x, long long y, long long z, long long thread) {
  return ((z * g.y + y) * g.x + x) * g.block + thread;
}

#ifdef __CUDACC__
// The index of this thread in a one-dimensional block of a grid made by split(). Guard the tail: if (w < count).
__device__ inline long long global_index() {
  return ((static_cast<long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x) * blockDim.x +
         threadIdx.x;
}
#endif

} // namespace launch

} // namespace mapwright_maps::hostile

#endif
