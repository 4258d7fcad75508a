// triangle_two_sided: an exact index map, CUDA C++. Emitted by mapwright VERSION; do not edit.
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
#ifndef MAPWRIGHT_MAPS_TRIANGLE_TWO_SIDED_CUH
#define MAPWRIGHT_MAPS_TRIANGLE_TWO_SIDED_CUH

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

namespace mapwright_maps::triangle_two_sided {

namespace w32 {

using index_t = int;
using natural_t = unsigned int;

namespace detail {

MAPWRIGHT_HD inline index_t lesser(index_t a, index_t b) {
  return a < b ? a : b;
}

// r with rho * (1 - eps) - 1 < r <= rho * (1 + eps), rho the real root of degree 2 of x >= 0, eps = 2^-20.
MAPWRIGHT_HD inline index_t root2(index_t x) {
  return index_t(sqrtf(float(x)));
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
constexpr index_t max_n = 23169;

MAPWRIGHT_HD inline bool fits(index_t n) {
  return 0 <= n && n <= max_n;
}

// The number of points.
MAPWRIGHT_HD inline index_t count(index_t n) {
  return (n * (n + 1)) >> 1;
}

// The point (i, j) of index w, for 0 <= w < count.
MAPWRIGHT_HD inline point unrank(index_t n, index_t w) {
  index_t i = detail::lesser((detail::root2(8 * w + 1) + 1) >> 1, n - 1);
  i -= index_t(((i * (i + 1)) >> 1) > w);
  i -= index_t(((i * (i + 1)) >> 1) > w);
  return {i, w - ((i * (i + 1)) >> 1)};
}

// The index of a point of the domain; the inverse of unrank.
MAPWRIGHT_HD inline index_t rank(index_t /*n*/, index_t i, index_t j) {
  return ((i * (i + 1)) >> 1) + j;
}
MAPWRIGHT_HD inline index_t rank(index_t n, point at) {
  return rank(n, at.i, at.j);
}

// Whether (i, j) is a point of the domain; any coordinates may be asked.
MAPWRIGHT_HD inline bool contains(index_t n, index_t i, index_t j) {
  return 0 <= j && j <= i && i < n;
}
MAPWRIGHT_HD inline bool contains(index_t n, point at) {
  return contains(n, at.i, at.j);
}

// The point after (i, j) in the order of indices; has_next is false after the last.
MAPWRIGHT_HD inline step successor(index_t n, index_t i, index_t j) {
  const index_t same_row = j < i;
  return {same_row || i + 1 < n, {same_row ? i : i + 1, same_row ? j + 1 : 0}};
}
MAPWRIGHT_HD inline step successor(index_t n, point at) {
  return successor(n, at.i, at.j);
}

} // namespace w32

namespace w64 {

using index_t = long long;
using natural_t = unsigned long long;

namespace detail {

MAPWRIGHT_HD inline index_t lesser(index_t a, index_t b) {
  return a < b ? a : b;
}

#ifndef MAPWRIGHT_FP64
// The greatest r with r^2 <= x; x >= 0.
MAPWRIGHT_HD inline index_t iroot2(index_t x) {
#ifdef MAPWRIGHT_FP64
  const index_t r = index_t(sqrt(double(x)) * 1.000000000000003552713678800500929355621337890625);
#else
  // One Newton step in integers: a float has 24 bits, the root up to 32.
  const float s = sqrtf(float(x + index_t(x == 0)));
  const index_t q = index_t(s + 0.5f);
  const float d = float(index_t(natural_t(x) - natural_t(q) * natural_t(q))) / (2.0f * s);
  const index_t r = q + index_t(floorf(d + 0.25f));
#endif
  return r - index_t(natural_t(r) * natural_t(r) > natural_t(x));
}
#endif

// r with rho * (1 - eps) - 1 < r <= rho * (1 + eps), rho the real root of degree 2 of x >= 0, eps = 2^-48.
MAPWRIGHT_HD inline index_t root2(index_t x) {
#ifdef MAPWRIGHT_FP64
  return index_t(sqrt(double(x)));
#else
  return iroot2(x);
#endif
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
constexpr index_t max_n = 1518500249;

MAPWRIGHT_HD inline bool fits(index_t n) {
  return 0 <= n && n <= max_n;
}

// The number of points.
MAPWRIGHT_HD inline index_t count(index_t n) {
  return (n * (n + 1)) >> 1;
}

// The point (i, j) of index w, for 0 <= w < count.
MAPWRIGHT_HD inline point unrank(index_t n, index_t w) {
  index_t i = detail::lesser((detail::root2(8 * w + 1) + 1) >> 1, n - 1);
  i -= index_t(((i * (i + 1)) >> 1) > w);
  i -= index_t(((i * (i + 1)) >> 1) > w);
  return {i, w - ((i * (i + 1)) >> 1)};
}

// The index of a point of the domain; the inverse of unrank.
MAPWRIGHT_HD inline index_t rank(index_t /*n*/, index_t i, index_t j) {
  return ((i * (i + 1)) >> 1) + j;
}
MAPWRIGHT_HD inline index_t rank(index_t n, point at) {
  return rank(n, at.i, at.j);
}

// Whether (i, j) is a point of the domain; any coordinates may be asked.
MAPWRIGHT_HD inline bool contains(index_t n, index_t i, index_t j) {
  return 0 <= j && j <= i && i < n;
}
MAPWRIGHT_HD inline bool contains(index_t n, point at) {
  return contains(n, at.i, at.j);
}

// The point after (i, j) in the order of indices; has_next is false after the last.
MAPWRIGHT_HD inline step successor(index_t n, index_t i, index_t j) {
  const index_t same_row = j < i;
  return {same_row || i + 1 < n, {same_row ? i : i + 1, same_row ? j + 1 : 0}};
}
MAPWRIGHT_HD inline step successor(index_t n, point at) {
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

} // namespace mapwright_maps::triangle_two_sided

#endif
