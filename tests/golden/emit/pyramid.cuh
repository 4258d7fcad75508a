// pyramid: an exact index map, CUDA C++. Emitted by mapwright VERSION; do not edit.
//
// domain       [n] -> { [k, x, y] : 0 <= x, y <= k < n }
// point        (k, x, y)
// proved for   32-bit words: 0 <= n <= 1023
//              64-bit words: 0 <= n <= 1664510
// certificate  sha256:0123456789abcdef
// status       proved (written by hand for tests)
#ifndef MAPWRIGHT_MAPS_PYRAMID_CUH
#define MAPWRIGHT_MAPS_PYRAMID_CUH

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

namespace mapwright_maps::pyramid {

namespace w32 {

using index_t = int;
using natural_t = unsigned int;

namespace detail {

MAPWRIGHT_HD inline index_t lesser(index_t a, index_t b) {
  return a < b ? a : b;
}

MAPWRIGHT_HD inline index_t greater(index_t a, index_t b) {
  return a < b ? b : a;
}

// The greatest e with 2^e <= x; x > 0.
MAPWRIGHT_HD inline index_t floor_log2(index_t x) {
#ifdef __CUDA_ARCH__
  return 63 - __clzll(x);
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
constexpr index_t max_n = 1023;

MAPWRIGHT_HD inline bool fits(index_t n) {
  return 0 <= n && n <= max_n;
}

// The number of points.
MAPWRIGHT_HD inline index_t count(index_t n) {
  return n * (n + 1) * (2 * n + 1) / 6;
}

// The point (k, x, y) of index w, for 0 <= w < count.
MAPWRIGHT_HD inline point unrank(index_t n, index_t w) {
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
MAPWRIGHT_HD inline index_t rank(index_t /*n*/, index_t k, index_t x, index_t y) {
  return k * (k + 1) * (2 * k + 1) / 6 + x * (k + 1) + y;
}
MAPWRIGHT_HD inline index_t rank(index_t n, point at) {
  return rank(n, at.k, at.x, at.y);
}

// Whether (k, x, y) is a point of the domain; any coordinates may be asked.
MAPWRIGHT_HD inline bool contains(index_t n, index_t k, index_t x, index_t y) {
  return 0 <= detail::lesser(x, y) && detail::greater(x, y) <= k && k < n;
}
MAPWRIGHT_HD inline bool contains(index_t n, point at) {
  return contains(n, at.k, at.x, at.y);
}

// The point after (k, x, y) in the order of indices; has_next is false after the last.
MAPWRIGHT_HD inline step successor(index_t n, index_t k, index_t x, index_t y) {
  const index_t column = y < k;
  const index_t row = !column && x < k;
  return {column || row || k + 1 < n, {column || row ? k : k + 1, column ? x : (row ? x + 1 : 0), column ? y + 1 : 0}};
}
MAPWRIGHT_HD inline step successor(index_t n, point at) {
  return successor(n, at.k, at.x, at.y);
}

} // namespace w32

namespace w64 {

using index_t = long long;
using natural_t = unsigned long long;

namespace detail {

MAPWRIGHT_HD inline index_t lesser(index_t a, index_t b) {
  return a < b ? a : b;
}

MAPWRIGHT_HD inline index_t greater(index_t a, index_t b) {
  return a < b ? b : a;
}

// The greatest e with 2^e <= x; x > 0.
MAPWRIGHT_HD inline index_t floor_log2(index_t x) {
#ifdef __CUDA_ARCH__
  return 63 - __clzll(x);
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
constexpr index_t max_n = 1664510;

MAPWRIGHT_HD inline bool fits(index_t n) {
  return 0 <= n && n <= max_n;
}

// The number of points.
MAPWRIGHT_HD inline index_t count(index_t n) {
  return n * (n + 1) * (2 * n + 1) / 6;
}

// The point (k, x, y) of index w, for 0 <= w < count.
MAPWRIGHT_HD inline point unrank(index_t n, index_t w) {
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
MAPWRIGHT_HD inline index_t rank(index_t /*n*/, index_t k, index_t x, index_t y) {
  return k * (k + 1) * (2 * k + 1) / 6 + x * (k + 1) + y;
}
MAPWRIGHT_HD inline index_t rank(index_t n, point at) {
  return rank(n, at.k, at.x, at.y);
}

// Whether (k, x, y) is a point of the domain; any coordinates may be asked.
MAPWRIGHT_HD inline bool contains(index_t n, index_t k, index_t x, index_t y) {
  return 0 <= detail::lesser(x, y) && detail::greater(x, y) <= k && k < n;
}
MAPWRIGHT_HD inline bool contains(index_t n, point at) {
  return contains(n, at.k, at.x, at.y);
}

// The point after (k, x, y) in the order of indices; has_next is false after the last.
MAPWRIGHT_HD inline step successor(index_t n, index_t k, index_t x, index_t y) {
  const index_t column = y < k;
  const index_t row = !column && x < k;
  return {column || row || k + 1 < n, {column || row ? k : k + 1, column ? x : (row ? x + 1 : 0), column ? y + 1 : 0}};
}
MAPWRIGHT_HD inline step successor(index_t n, point at) {
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

} // namespace mapwright_maps::pyramid

#endif
