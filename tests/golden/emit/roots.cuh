// roots: an exact index map, CUDA C++. Emitted by mapwright VERSION; do not edit.
//
// domain       roots of w
// point        (a, b, c, d, e, f, g, h, i, j, k)
// proved for   32-bit words: 0 <= h2 <= 46340, 0 <= h3 <= 1290, 0 <= h4 <= 215, 0 <= h5 <= 73, 0 <= h6 <= 35
//              64-bit words: 0 <= h2 <= 3037000499, 0 <= h3 <= 2097151, 0 <= h4 <= 55108, 0 <= h5 <= 6208, 0 <= h6 <= 1448
// certificate  sha256:0123456789abcdef
// status       proved (written by hand for tests)
#ifndef MAPWRIGHT_MAPS_ROOTS_CUH
#define MAPWRIGHT_MAPS_ROOTS_CUH

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

namespace mapwright_maps::roots {

namespace w32 {

using index_t = int;
using natural_t = unsigned int;

namespace detail {

MAPWRIGHT_HD inline index_t lesser(index_t a, index_t b) {
  return a < b ? a : b;
}

// a^b for b >= 0. Unsigned inside: the last squaring is not used and may wrap.
MAPWRIGHT_HD inline index_t power(index_t a, index_t b) {
  natural_t product = 1;
  for (natural_t square = natural_t(a); b > 0; b >>= 1) {
    product *= (b & 1) != 0 ? square : natural_t(1);
    square *= square;
  }
  return index_t(product);
}

// The greatest r with r^k <= x, bit by bit: c^k <= x iff x divided by c, k times, rounding down, is not 0.
MAPWRIGHT_HD inline index_t iroot_by_digits(index_t x, int k) {
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

// The greatest r with r^2 <= x; x >= 0.
MAPWRIGHT_HD inline index_t iroot2(index_t x) {
  const index_t r = index_t(sqrtf(float(x)) * 1.00000095367431640625f);
  return r - index_t(natural_t(r) * natural_t(r) > natural_t(x));
}

// The greatest r with r^3 <= x; x >= 0.
MAPWRIGHT_HD inline index_t iroot3(index_t x) {
  const index_t r = index_t(cbrtf(float(x)) * 1.00000095367431640625f);
  return r - index_t(natural_t(r) * natural_t(r) * natural_t(r) > natural_t(x));
}

// The greatest r with r^4 <= x; x >= 0.
MAPWRIGHT_HD inline index_t iroot4(index_t x) {
  const index_t r = index_t(sqrtf(sqrtf(float(x))) * 1.00000095367431640625f);
  return r - index_t(natural_t(r) * natural_t(r) * natural_t(r) * natural_t(r) > natural_t(x));
}

// The greatest r with r^5 <= x; x >= 0.
MAPWRIGHT_HD inline index_t iroot5(index_t x) {
  return iroot_by_digits(x, 5);
}

// The greatest r with r^6 <= x; x >= 0.
MAPWRIGHT_HD inline index_t iroot6(index_t x) {
  const index_t r = index_t(sqrtf(cbrtf(float(x))) * 1.00000095367431640625f);
  return r - index_t(natural_t(r) * natural_t(r) * natural_t(r) * natural_t(r) * natural_t(r) * natural_t(r) > natural_t(x));
}

// The greatest r with r^9 <= x; x >= 0.
MAPWRIGHT_HD inline index_t iroot9(index_t x) {
  return iroot_by_digits(x, 9);
}

// r with rho * (1 - eps) - 1 < r <= rho * (1 + eps), rho the real root of degree 2 of x >= 0, eps = 2^-20.
MAPWRIGHT_HD inline index_t root2(index_t x) {
  return index_t(sqrtf(float(x)));
}

// r with rho * (1 - eps) - 1 < r <= rho * (1 + eps), rho the real root of degree 3 of x >= 0, eps = 2^-20.
MAPWRIGHT_HD inline index_t root3(index_t x) {
  return index_t(cbrtf(float(x)));
}

// r with rho * (1 - eps) - 1 < r <= rho * (1 + eps), rho the real root of degree 4 of x >= 0, eps = 2^-20.
MAPWRIGHT_HD inline index_t root4(index_t x) {
  return index_t(sqrtf(sqrtf(float(x))));
}

// r with rho * (1 - eps) - 1 < r <= rho * (1 + eps), rho the real root of degree 6 of x >= 0, eps = 2^-20.
MAPWRIGHT_HD inline index_t root6(index_t x) {
  return index_t(sqrtf(cbrtf(float(x))));
}

} // namespace detail

struct point {
  index_t a;
  index_t b;
  index_t c;
  index_t d;
  index_t e;
  index_t f;
  index_t g;
  index_t h;
  index_t i;
  index_t j;
  index_t k;
};

struct step {
  bool has_next;
  point next;
};

// Certified: within these sizes no intermediate leaves the word.
constexpr index_t max_h2 = 46340;
constexpr index_t max_h3 = 1290;
constexpr index_t max_h4 = 215;
constexpr index_t max_h5 = 73;
constexpr index_t max_h6 = 35;

MAPWRIGHT_HD inline bool fits(index_t h2, index_t h3, index_t h4, index_t h5, index_t h6) {
  return 0 <= h2 && h2 <= max_h2 && 0 <= h3 && h3 <= max_h3 && 0 <= h4 && h4 <= max_h4 && 0 <= h5 && h5 <= max_h5 && 0 <= h6 && h6 <= max_h6;
}

// The number of points.
MAPWRIGHT_HD inline index_t count(index_t /*h2*/, index_t /*h3*/, index_t /*h4*/, index_t /*h5*/, index_t /*h6*/) {
  return 0;
}

// The point (a, b, c, d, e, f, g, h, i, j, k) of index w, for 0 <= w < count.
MAPWRIGHT_HD inline point unrank(index_t h2, index_t h3, index_t h4, index_t h5, index_t h6, index_t w) {
  index_t s2 = detail::lesser(detail::root2(w) + 1, h2);
  s2 -= index_t(s2 * s2 > w);
  s2 -= index_t(s2 * s2 > w);
  index_t s3 = detail::lesser(detail::root3(w) + 1, h3);
  s3 -= index_t(s3 * s3 * s3 > w);
  s3 -= index_t(s3 * s3 * s3 > w);
  index_t s4 = detail::lesser(detail::root4(w) + 1, h4);
  s4 -= index_t(s4 * s4 * s4 * s4 > w);
  s4 -= index_t(s4 * s4 * s4 * s4 > w);
  index_t s5 = detail::lesser(detail::iroot5(w) + 1, h5);
  s5 -= index_t(detail::power(s5, 5) > w);
  s5 -= index_t(detail::power(s5, 5) > w);
  index_t s6 = detail::lesser(detail::root6(w) + 1, h6);
  s6 -= index_t(detail::power(s6, 6) > w);
  s6 -= index_t(detail::power(s6, 6) > w);
  return {s2, s3, s4, s5, s6, detail::iroot2(w), detail::iroot3(w), detail::iroot4(w), detail::iroot5(w), detail::iroot6(w), detail::iroot9(w)};
}

// The index of a point of the domain; the inverse of unrank.
MAPWRIGHT_HD inline index_t rank(index_t /*h2*/, index_t /*h3*/, index_t /*h4*/, index_t /*h5*/, index_t /*h6*/, index_t a, index_t /*b*/, index_t /*c*/, index_t /*d*/, index_t /*e*/, index_t /*f*/, index_t /*g*/, index_t /*h*/, index_t /*i*/, index_t /*j*/, index_t /*k*/) {
  return a;
}
MAPWRIGHT_HD inline index_t rank(index_t h2, index_t h3, index_t h4, index_t h5, index_t h6, point at) {
  return rank(h2, h3, h4, h5, h6, at.a, at.b, at.c, at.d, at.e, at.f, at.g, at.h, at.i, at.j, at.k);
}

// Whether (a, b, c, d, e, f, g, h, i, j, k) is a point of the domain; any coordinates may be asked.
MAPWRIGHT_HD inline bool contains(index_t /*h2*/, index_t /*h3*/, index_t /*h4*/, index_t /*h5*/, index_t /*h6*/, index_t a, index_t /*b*/, index_t /*c*/, index_t /*d*/, index_t /*e*/, index_t f, index_t /*g*/, index_t /*h*/, index_t /*i*/, index_t /*j*/, index_t /*k*/) {
  return a == f;
}
MAPWRIGHT_HD inline bool contains(index_t h2, index_t h3, index_t h4, index_t h5, index_t h6, point at) {
  return contains(h2, h3, h4, h5, h6, at.a, at.b, at.c, at.d, at.e, at.f, at.g, at.h, at.i, at.j, at.k);
}

// The point after (a, b, c, d, e, f, g, h, i, j, k) in the order of indices; has_next is false after the last.
MAPWRIGHT_HD inline step successor(index_t /*h2*/, index_t /*h3*/, index_t /*h4*/, index_t /*h5*/, index_t /*h6*/, index_t a, index_t b, index_t c, index_t d, index_t e, index_t f, index_t g, index_t h, index_t i, index_t j, index_t k) {
  return {0 != 0, {a, b, c, d, e, f, g, h, i, j, k}};
}
MAPWRIGHT_HD inline step successor(index_t h2, index_t h3, index_t h4, index_t h5, index_t h6, point at) {
  return successor(h2, h3, h4, h5, h6, at.a, at.b, at.c, at.d, at.e, at.f, at.g, at.h, at.i, at.j, at.k);
}

} // namespace w32

namespace w64 {

using index_t = long long;
using natural_t = unsigned long long;

namespace detail {

MAPWRIGHT_HD inline index_t lesser(index_t a, index_t b) {
  return a < b ? a : b;
}

// a^b for b >= 0. Unsigned inside: the last squaring is not used and may wrap.
MAPWRIGHT_HD inline index_t power(index_t a, index_t b) {
  natural_t product = 1;
  for (natural_t square = natural_t(a); b > 0; b >>= 1) {
    product *= (b & 1) != 0 ? square : natural_t(1);
    square *= square;
  }
  return index_t(product);
}

// The greatest r with r^k <= x, bit by bit: c^k <= x iff x divided by c, k times, rounding down, is not 0.
MAPWRIGHT_HD inline index_t iroot_by_digits(index_t x, int k) {
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

// The greatest r with r^3 <= x; x >= 0.
MAPWRIGHT_HD inline index_t iroot3(index_t x) {
#ifdef MAPWRIGHT_FP64
  const index_t r = index_t(cbrt(double(x)) * 1.000000000000003552713678800500929355621337890625);
#else
  // One Newton step in integers: a float has 24 bits, the root up to 21.
  const float s = cbrtf(float(x + index_t(x == 0)));
  const index_t q = index_t(s + 0.5f);
  const float d = float(index_t(natural_t(x) - natural_t(q) * natural_t(q) * natural_t(q))) / (3.0f * s * s);
  const index_t r = q + index_t(floorf(d + 0.25f));
#endif
  return r - index_t(natural_t(r) * natural_t(r) * natural_t(r) > natural_t(x));
}

// The greatest r with r^4 <= x; x >= 0.
MAPWRIGHT_HD inline index_t iroot4(index_t x) {
#ifdef MAPWRIGHT_FP64
  const index_t r = index_t(sqrt(sqrt(double(x))) * 1.000000000000003552713678800500929355621337890625);
#else
  const index_t r = index_t(sqrtf(sqrtf(float(x))) * 1.00000095367431640625f);
#endif
  return r - index_t(natural_t(r) * natural_t(r) * natural_t(r) * natural_t(r) > natural_t(x));
}

// The greatest r with r^5 <= x; x >= 0.
MAPWRIGHT_HD inline index_t iroot5(index_t x) {
  return iroot_by_digits(x, 5);
}

// The greatest r with r^6 <= x; x >= 0.
MAPWRIGHT_HD inline index_t iroot6(index_t x) {
#ifdef MAPWRIGHT_FP64
  const index_t r = index_t(sqrt(cbrt(double(x))) * 1.000000000000003552713678800500929355621337890625);
#else
  const index_t r = index_t(sqrtf(cbrtf(float(x))) * 1.00000095367431640625f);
#endif
  return r - index_t(natural_t(r) * natural_t(r) * natural_t(r) * natural_t(r) * natural_t(r) * natural_t(r) > natural_t(x));
}

// The greatest r with r^9 <= x; x >= 0.
MAPWRIGHT_HD inline index_t iroot9(index_t x) {
  return iroot_by_digits(x, 9);
}

// r with rho * (1 - eps) - 1 < r <= rho * (1 + eps), rho the real root of degree 2 of x >= 0, eps = 2^-48.
MAPWRIGHT_HD inline index_t root2(index_t x) {
#ifdef MAPWRIGHT_FP64
  return index_t(sqrt(double(x)));
#else
  return iroot2(x);
#endif
}

// r with rho * (1 - eps) - 1 < r <= rho * (1 + eps), rho the real root of degree 3 of x >= 0, eps = 2^-48.
MAPWRIGHT_HD inline index_t root3(index_t x) {
#ifdef MAPWRIGHT_FP64
  return index_t(cbrt(double(x)));
#else
  return iroot3(x);
#endif
}

// r with rho * (1 - eps) - 1 < r <= rho * (1 + eps), rho the real root of degree 4 of x >= 0, eps = 2^-48.
MAPWRIGHT_HD inline index_t root4(index_t x) {
#ifdef MAPWRIGHT_FP64
  return index_t(sqrt(sqrt(double(x))));
#else
  return iroot4(x);
#endif
}

// r with rho * (1 - eps) - 1 < r <= rho * (1 + eps), rho the real root of degree 6 of x >= 0, eps = 2^-48.
MAPWRIGHT_HD inline index_t root6(index_t x) {
#ifdef MAPWRIGHT_FP64
  return index_t(sqrt(cbrt(double(x))));
#else
  return iroot6(x);
#endif
}

} // namespace detail

struct point {
  index_t a;
  index_t b;
  index_t c;
  index_t d;
  index_t e;
  index_t f;
  index_t g;
  index_t h;
  index_t i;
  index_t j;
  index_t k;
};

struct step {
  bool has_next;
  point next;
};

// Certified: within these sizes no intermediate leaves the word.
constexpr index_t max_h2 = 3037000499;
constexpr index_t max_h3 = 2097151;
constexpr index_t max_h4 = 55108;
constexpr index_t max_h5 = 6208;
constexpr index_t max_h6 = 1448;

MAPWRIGHT_HD inline bool fits(index_t h2, index_t h3, index_t h4, index_t h5, index_t h6) {
  return 0 <= h2 && h2 <= max_h2 && 0 <= h3 && h3 <= max_h3 && 0 <= h4 && h4 <= max_h4 && 0 <= h5 && h5 <= max_h5 && 0 <= h6 && h6 <= max_h6;
}

// The number of points.
MAPWRIGHT_HD inline index_t count(index_t /*h2*/, index_t /*h3*/, index_t /*h4*/, index_t /*h5*/, index_t /*h6*/) {
  return 0;
}

// The point (a, b, c, d, e, f, g, h, i, j, k) of index w, for 0 <= w < count.
MAPWRIGHT_HD inline point unrank(index_t h2, index_t h3, index_t h4, index_t h5, index_t h6, index_t w) {
  index_t s2 = detail::lesser(detail::root2(w) + 1, h2);
  s2 -= index_t(s2 * s2 > w);
  s2 -= index_t(s2 * s2 > w);
  index_t s3 = detail::lesser(detail::root3(w) + 1, h3);
  s3 -= index_t(s3 * s3 * s3 > w);
  s3 -= index_t(s3 * s3 * s3 > w);
  index_t s4 = detail::lesser(detail::root4(w) + 1, h4);
  s4 -= index_t(s4 * s4 * s4 * s4 > w);
  s4 -= index_t(s4 * s4 * s4 * s4 > w);
  index_t s5 = detail::lesser(detail::iroot5(w) + 1, h5);
  s5 -= index_t(detail::power(s5, 5) > w);
  s5 -= index_t(detail::power(s5, 5) > w);
  index_t s6 = detail::lesser(detail::root6(w) + 1, h6);
  s6 -= index_t(detail::power(s6, 6) > w);
  s6 -= index_t(detail::power(s6, 6) > w);
  return {s2, s3, s4, s5, s6, detail::iroot2(w), detail::iroot3(w), detail::iroot4(w), detail::iroot5(w), detail::iroot6(w), detail::iroot9(w)};
}

// The index of a point of the domain; the inverse of unrank.
MAPWRIGHT_HD inline index_t rank(index_t /*h2*/, index_t /*h3*/, index_t /*h4*/, index_t /*h5*/, index_t /*h6*/, index_t a, index_t /*b*/, index_t /*c*/, index_t /*d*/, index_t /*e*/, index_t /*f*/, index_t /*g*/, index_t /*h*/, index_t /*i*/, index_t /*j*/, index_t /*k*/) {
  return a;
}
MAPWRIGHT_HD inline index_t rank(index_t h2, index_t h3, index_t h4, index_t h5, index_t h6, point at) {
  return rank(h2, h3, h4, h5, h6, at.a, at.b, at.c, at.d, at.e, at.f, at.g, at.h, at.i, at.j, at.k);
}

// Whether (a, b, c, d, e, f, g, h, i, j, k) is a point of the domain; any coordinates may be asked.
MAPWRIGHT_HD inline bool contains(index_t /*h2*/, index_t /*h3*/, index_t /*h4*/, index_t /*h5*/, index_t /*h6*/, index_t a, index_t /*b*/, index_t /*c*/, index_t /*d*/, index_t /*e*/, index_t f, index_t /*g*/, index_t /*h*/, index_t /*i*/, index_t /*j*/, index_t /*k*/) {
  return a == f;
}
MAPWRIGHT_HD inline bool contains(index_t h2, index_t h3, index_t h4, index_t h5, index_t h6, point at) {
  return contains(h2, h3, h4, h5, h6, at.a, at.b, at.c, at.d, at.e, at.f, at.g, at.h, at.i, at.j, at.k);
}

// The point after (a, b, c, d, e, f, g, h, i, j, k) in the order of indices; has_next is false after the last.
MAPWRIGHT_HD inline step successor(index_t /*h2*/, index_t /*h3*/, index_t /*h4*/, index_t /*h5*/, index_t /*h6*/, index_t a, index_t b, index_t c, index_t d, index_t e, index_t f, index_t g, index_t h, index_t i, index_t j, index_t k) {
  return {0 != 0, {a, b, c, d, e, f, g, h, i, j, k}};
}
MAPWRIGHT_HD inline step successor(index_t h2, index_t h3, index_t h4, index_t h5, index_t h6, point at) {
  return successor(h2, h3, h4, h5, h6, at.a, at.b, at.c, at.d, at.e, at.f, at.g, at.h, at.i, at.j, at.k);
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

} // namespace mapwright_maps::roots

#endif
