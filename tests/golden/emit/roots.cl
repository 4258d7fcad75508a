// roots: an exact index map, OpenCL C 1.2. Emitted by mapwright VERSION; do not edit.
//
// domain       roots of w
// point        (a, b, c, d, e, f, g, h, i, j, k)
// proved for   32-bit words: 0 <= h2 <= 46340, 0 <= h3 <= 1290, 0 <= h4 <= 215, 0 <= h5 <= 73, 0 <= h6 <= 35
//              64-bit words: 0 <= h2 <= 3037000499, 0 <= h3 <= 2097151, 0 <= h4 <= 55108, 0 <= h5 <= 6208, 0 <= h6 <= 1448
// certificate  sha256:0123456789abcdef
// status       proved (written by hand for tests)

// Define MAPWRIGHT_NO_FP64 for devices with slow double: every function keeps its values.
#if defined(cl_khr_fp64) && !defined(MAPWRIGHT_NO_FP64) && !defined(MAPWRIGHT_FP64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define MAPWRIGHT_FP64 1
#endif

static inline int roots_lesser_i32(int a, int b) {
  return a < b ? a : b;
}

// a^b for b >= 0. Unsigned inside: the last squaring is not used and may wrap.
static inline int roots_power_i32(int a, int b) {
  uint product = 1;
  for (uint square = (uint)(a); b > 0; b >>= 1) {
    product *= (b & 1) != 0 ? square : (uint)(1);
    square *= square;
  }
  return (int)(product);
}

// The greatest r with r^k <= x, bit by bit: c^k <= x iff x divided by c, k times, rounding down, is not 0.
static inline int roots_iroot_by_digits_i32(int x, int k) {
  int r = 0;
  for (int bit = (32 - 2) / k; bit >= 0; --bit) {
    const int c = r + ((int)(1) << bit);
    int quotient = x;
    for (int factor = 0; factor < k; ++factor) {
      quotient /= c;
    }
    r = quotient > 0 ? c : r;
  }
  return r;
}

// The greatest r with r^2 <= x; x >= 0.
static inline int roots_iroot2_i32(int x) {
  const int r = (int)(sqrt((float)(x)) * 1.00000095367431640625f);
  return r - (int)((uint)(r) * (uint)(r) > (uint)(x));
}

// The greatest r with r^3 <= x; x >= 0.
static inline int roots_iroot3_i32(int x) {
  const int r = (int)(cbrt((float)(x)) * 1.00000095367431640625f);
  return r - (int)((uint)(r) * (uint)(r) * (uint)(r) > (uint)(x));
}

// The greatest r with r^4 <= x; x >= 0.
static inline int roots_iroot4_i32(int x) {
  const int r = (int)(sqrt(sqrt((float)(x))) * 1.00000095367431640625f);
  return r - (int)((uint)(r) * (uint)(r) * (uint)(r) * (uint)(r) > (uint)(x));
}

// The greatest r with r^5 <= x; x >= 0.
static inline int roots_iroot5_i32(int x) {
  return roots_iroot_by_digits_i32(x, 5);
}

// The greatest r with r^6 <= x; x >= 0.
static inline int roots_iroot6_i32(int x) {
  const int r = (int)(sqrt(cbrt((float)(x))) * 1.00000095367431640625f);
  return r - (int)((uint)(r) * (uint)(r) * (uint)(r) * (uint)(r) * (uint)(r) * (uint)(r) > (uint)(x));
}

// The greatest r with r^9 <= x; x >= 0.
static inline int roots_iroot9_i32(int x) {
  return roots_iroot_by_digits_i32(x, 9);
}

// r with rho * (1 - eps) - 1 < r <= rho * (1 + eps), rho the real root of degree 2 of x >= 0, eps = 2^-20.
static inline int roots_root2_i32(int x) {
  return (int)(sqrt((float)(x)));
}

// r with rho * (1 - eps) - 1 < r <= rho * (1 + eps), rho the real root of degree 3 of x >= 0, eps = 2^-20.
static inline int roots_root3_i32(int x) {
  return (int)(cbrt((float)(x)));
}

// r with rho * (1 - eps) - 1 < r <= rho * (1 + eps), rho the real root of degree 4 of x >= 0, eps = 2^-20.
static inline int roots_root4_i32(int x) {
  return (int)(sqrt(sqrt((float)(x))));
}

// r with rho * (1 - eps) - 1 < r <= rho * (1 + eps), rho the real root of degree 6 of x >= 0, eps = 2^-20.
static inline int roots_root6_i32(int x) {
  return (int)(sqrt(cbrt((float)(x))));
}

// Certified: within these sizes no intermediate leaves the word.
#define roots_max_h2_i32 ((int)46340)
#define roots_max_h3_i32 ((int)1290)
#define roots_max_h4_i32 ((int)215)
#define roots_max_h5_i32 ((int)73)
#define roots_max_h6_i32 ((int)35)

static inline int roots_fits_i32(int h2, int h3, int h4, int h5, int h6) {
  return 0 <= h2 && h2 <= roots_max_h2_i32 && 0 <= h3 && h3 <= roots_max_h3_i32 && 0 <= h4 && h4 <= roots_max_h4_i32 && 0 <= h5 && h5 <= roots_max_h5_i32 && 0 <= h6 && h6 <= roots_max_h6_i32;
}

// The number of points.
static inline int roots_count_i32(int h2, int h3, int h4, int h5, int h6) {
  (void)h2;
  (void)h3;
  (void)h4;
  (void)h5;
  (void)h6;
  return 0;
}

// The point (a, b, c, d, e, f, g, h, i, j, k) of index w, for 0 <= w < count.
static inline void roots_unrank_i32(int h2, int h3, int h4, int h5, int h6, int w, int *out_a, int *out_b, int *out_c, int *out_d, int *out_e, int *out_f, int *out_g, int *out_h, int *out_i, int *out_j, int *out_k) {
  int s2 = roots_lesser_i32(roots_root2_i32(w) + 1, h2);
  s2 -= (int)(s2 * s2 > w);
  s2 -= (int)(s2 * s2 > w);
  int s3 = roots_lesser_i32(roots_root3_i32(w) + 1, h3);
  s3 -= (int)(s3 * s3 * s3 > w);
  s3 -= (int)(s3 * s3 * s3 > w);
  int s4 = roots_lesser_i32(roots_root4_i32(w) + 1, h4);
  s4 -= (int)(s4 * s4 * s4 * s4 > w);
  s4 -= (int)(s4 * s4 * s4 * s4 > w);
  int s5 = roots_lesser_i32(roots_iroot5_i32(w) + 1, h5);
  s5 -= (int)(roots_power_i32(s5, 5) > w);
  s5 -= (int)(roots_power_i32(s5, 5) > w);
  int s6 = roots_lesser_i32(roots_root6_i32(w) + 1, h6);
  s6 -= (int)(roots_power_i32(s6, 6) > w);
  s6 -= (int)(roots_power_i32(s6, 6) > w);
  *out_a = s2;
  *out_b = s3;
  *out_c = s4;
  *out_d = s5;
  *out_e = s6;
  *out_f = roots_iroot2_i32(w);
  *out_g = roots_iroot3_i32(w);
  *out_h = roots_iroot4_i32(w);
  *out_i = roots_iroot5_i32(w);
  *out_j = roots_iroot6_i32(w);
  *out_k = roots_iroot9_i32(w);
}

// The index of a point of the domain; the inverse of unrank.
static inline int roots_rank_i32(int h2, int h3, int h4, int h5, int h6, int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k) {
  (void)h2;
  (void)h3;
  (void)h4;
  (void)h5;
  (void)h6;
  (void)b;
  (void)c;
  (void)d;
  (void)e;
  (void)f;
  (void)g;
  (void)h;
  (void)i;
  (void)j;
  (void)k;
  return a;
}

// Whether (a, b, c, d, e, f, g, h, i, j, k) is a point of the domain; any coordinates may be asked.
static inline int roots_contains_i32(int h2, int h3, int h4, int h5, int h6, int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k) {
  (void)h2;
  (void)h3;
  (void)h4;
  (void)h5;
  (void)h6;
  (void)b;
  (void)c;
  (void)d;
  (void)e;
  (void)g;
  (void)h;
  (void)i;
  (void)j;
  (void)k;
  return a == f;
}

// The point after (a, b, c, d, e, f, g, h, i, j, k) in the order of indices; has_next is false after the last.
static inline int roots_successor_i32(int h2, int h3, int h4, int h5, int h6, int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k, int *out_a, int *out_b, int *out_c, int *out_d, int *out_e, int *out_f, int *out_g, int *out_h, int *out_i, int *out_j, int *out_k) {
  (void)h2;
  (void)h3;
  (void)h4;
  (void)h5;
  (void)h6;
  *out_a = a;
  *out_b = b;
  *out_c = c;
  *out_d = d;
  *out_e = e;
  *out_f = f;
  *out_g = g;
  *out_h = h;
  *out_i = i;
  *out_j = j;
  *out_k = k;
  return 0 != 0;
}

static inline long roots_lesser_i64(long a, long b) {
  return a < b ? a : b;
}

// a^b for b >= 0. Unsigned inside: the last squaring is not used and may wrap.
static inline long roots_power_i64(long a, long b) {
  ulong product = 1;
  for (ulong square = (ulong)(a); b > 0; b >>= 1) {
    product *= (b & 1) != 0 ? square : (ulong)(1);
    square *= square;
  }
  return (long)(product);
}

// The greatest r with r^k <= x, bit by bit: c^k <= x iff x divided by c, k times, rounding down, is not 0.
static inline long roots_iroot_by_digits_i64(long x, int k) {
  long r = 0;
  for (int bit = (64 - 2) / k; bit >= 0; --bit) {
    const long c = r + ((long)(1) << bit);
    long quotient = x;
    for (int factor = 0; factor < k; ++factor) {
      quotient /= c;
    }
    r = quotient > 0 ? c : r;
  }
  return r;
}

// The greatest r with r^2 <= x; x >= 0.
static inline long roots_iroot2_i64(long x) {
#ifdef MAPWRIGHT_FP64
  const long r = (long)(sqrt((double)(x)) * 1.000000000000003552713678800500929355621337890625);
#else
  // One Newton step in integers: a float has 24 bits, the root up to 32.
  const float s = sqrt((float)(x + (long)(x == 0)));
  const long q = (long)(s + 0.5f);
  const float d = (float)((long)((ulong)(x) - (ulong)(q) * (ulong)(q))) / (2.0f * s);
  const long r = q + (long)(floor(d + 0.25f));
#endif
  return r - (long)((ulong)(r) * (ulong)(r) > (ulong)(x));
}

// The greatest r with r^3 <= x; x >= 0.
static inline long roots_iroot3_i64(long x) {
#ifdef MAPWRIGHT_FP64
  const long r = (long)(cbrt((double)(x)) * 1.000000000000003552713678800500929355621337890625);
#else
  // One Newton step in integers: a float has 24 bits, the root up to 21.
  const float s = cbrt((float)(x + (long)(x == 0)));
  const long q = (long)(s + 0.5f);
  const float d = (float)((long)((ulong)(x) - (ulong)(q) * (ulong)(q) * (ulong)(q))) / (3.0f * s * s);
  const long r = q + (long)(floor(d + 0.25f));
#endif
  return r - (long)((ulong)(r) * (ulong)(r) * (ulong)(r) > (ulong)(x));
}

// The greatest r with r^4 <= x; x >= 0.
static inline long roots_iroot4_i64(long x) {
#ifdef MAPWRIGHT_FP64
  const long r = (long)(sqrt(sqrt((double)(x))) * 1.000000000000003552713678800500929355621337890625);
#else
  const long r = (long)(sqrt(sqrt((float)(x))) * 1.00000095367431640625f);
#endif
  return r - (long)((ulong)(r) * (ulong)(r) * (ulong)(r) * (ulong)(r) > (ulong)(x));
}

// The greatest r with r^5 <= x; x >= 0.
static inline long roots_iroot5_i64(long x) {
  return roots_iroot_by_digits_i64(x, 5);
}

// The greatest r with r^6 <= x; x >= 0.
static inline long roots_iroot6_i64(long x) {
#ifdef MAPWRIGHT_FP64
  const long r = (long)(sqrt(cbrt((double)(x))) * 1.000000000000003552713678800500929355621337890625);
#else
  const long r = (long)(sqrt(cbrt((float)(x))) * 1.00000095367431640625f);
#endif
  return r - (long)((ulong)(r) * (ulong)(r) * (ulong)(r) * (ulong)(r) * (ulong)(r) * (ulong)(r) > (ulong)(x));
}

// The greatest r with r^9 <= x; x >= 0.
static inline long roots_iroot9_i64(long x) {
  return roots_iroot_by_digits_i64(x, 9);
}

// r with rho * (1 - eps) - 1 < r <= rho * (1 + eps), rho the real root of degree 2 of x >= 0, eps = 2^-48.
static inline long roots_root2_i64(long x) {
#ifdef MAPWRIGHT_FP64
  return (long)(sqrt((double)(x)));
#else
  return roots_iroot2_i64(x);
#endif
}

// r with rho * (1 - eps) - 1 < r <= rho * (1 + eps), rho the real root of degree 3 of x >= 0, eps = 2^-48.
static inline long roots_root3_i64(long x) {
#ifdef MAPWRIGHT_FP64
  return (long)(cbrt((double)(x)));
#else
  return roots_iroot3_i64(x);
#endif
}

// r with rho * (1 - eps) - 1 < r <= rho * (1 + eps), rho the real root of degree 4 of x >= 0, eps = 2^-48.
static inline long roots_root4_i64(long x) {
#ifdef MAPWRIGHT_FP64
  return (long)(sqrt(sqrt((double)(x))));
#else
  return roots_iroot4_i64(x);
#endif
}

// r with rho * (1 - eps) - 1 < r <= rho * (1 + eps), rho the real root of degree 6 of x >= 0, eps = 2^-48.
static inline long roots_root6_i64(long x) {
#ifdef MAPWRIGHT_FP64
  return (long)(sqrt(cbrt((double)(x))));
#else
  return roots_iroot6_i64(x);
#endif
}

// Certified: within these sizes no intermediate leaves the word.
#define roots_max_h2_i64 ((long)3037000499)
#define roots_max_h3_i64 ((long)2097151)
#define roots_max_h4_i64 ((long)55108)
#define roots_max_h5_i64 ((long)6208)
#define roots_max_h6_i64 ((long)1448)

static inline int roots_fits_i64(long h2, long h3, long h4, long h5, long h6) {
  return 0 <= h2 && h2 <= roots_max_h2_i64 && 0 <= h3 && h3 <= roots_max_h3_i64 && 0 <= h4 && h4 <= roots_max_h4_i64 && 0 <= h5 && h5 <= roots_max_h5_i64 && 0 <= h6 && h6 <= roots_max_h6_i64;
}

// The number of points.
static inline long roots_count_i64(long h2, long h3, long h4, long h5, long h6) {
  (void)h2;
  (void)h3;
  (void)h4;
  (void)h5;
  (void)h6;
  return 0;
}

// The point (a, b, c, d, e, f, g, h, i, j, k) of index w, for 0 <= w < count.
static inline void roots_unrank_i64(long h2, long h3, long h4, long h5, long h6, long w, long *out_a, long *out_b, long *out_c, long *out_d, long *out_e, long *out_f, long *out_g, long *out_h, long *out_i, long *out_j, long *out_k) {
  long s2 = roots_lesser_i64(roots_root2_i64(w) + 1, h2);
  s2 -= (long)(s2 * s2 > w);
  s2 -= (long)(s2 * s2 > w);
  long s3 = roots_lesser_i64(roots_root3_i64(w) + 1, h3);
  s3 -= (long)(s3 * s3 * s3 > w);
  s3 -= (long)(s3 * s3 * s3 > w);
  long s4 = roots_lesser_i64(roots_root4_i64(w) + 1, h4);
  s4 -= (long)(s4 * s4 * s4 * s4 > w);
  s4 -= (long)(s4 * s4 * s4 * s4 > w);
  long s5 = roots_lesser_i64(roots_iroot5_i64(w) + 1, h5);
  s5 -= (long)(roots_power_i64(s5, 5) > w);
  s5 -= (long)(roots_power_i64(s5, 5) > w);
  long s6 = roots_lesser_i64(roots_root6_i64(w) + 1, h6);
  s6 -= (long)(roots_power_i64(s6, 6) > w);
  s6 -= (long)(roots_power_i64(s6, 6) > w);
  *out_a = s2;
  *out_b = s3;
  *out_c = s4;
  *out_d = s5;
  *out_e = s6;
  *out_f = roots_iroot2_i64(w);
  *out_g = roots_iroot3_i64(w);
  *out_h = roots_iroot4_i64(w);
  *out_i = roots_iroot5_i64(w);
  *out_j = roots_iroot6_i64(w);
  *out_k = roots_iroot9_i64(w);
}

// The index of a point of the domain; the inverse of unrank.
static inline long roots_rank_i64(long h2, long h3, long h4, long h5, long h6, long a, long b, long c, long d, long e, long f, long g, long h, long i, long j, long k) {
  (void)h2;
  (void)h3;
  (void)h4;
  (void)h5;
  (void)h6;
  (void)b;
  (void)c;
  (void)d;
  (void)e;
  (void)f;
  (void)g;
  (void)h;
  (void)i;
  (void)j;
  (void)k;
  return a;
}

// Whether (a, b, c, d, e, f, g, h, i, j, k) is a point of the domain; any coordinates may be asked.
static inline int roots_contains_i64(long h2, long h3, long h4, long h5, long h6, long a, long b, long c, long d, long e, long f, long g, long h, long i, long j, long k) {
  (void)h2;
  (void)h3;
  (void)h4;
  (void)h5;
  (void)h6;
  (void)b;
  (void)c;
  (void)d;
  (void)e;
  (void)g;
  (void)h;
  (void)i;
  (void)j;
  (void)k;
  return a == f;
}

// The point after (a, b, c, d, e, f, g, h, i, j, k) in the order of indices; has_next is false after the last.
static inline int roots_successor_i64(long h2, long h3, long h4, long h5, long h6, long a, long b, long c, long d, long e, long f, long g, long h, long i, long j, long k, long *out_a, long *out_b, long *out_c, long *out_d, long *out_e, long *out_f, long *out_g, long *out_h, long *out_i, long *out_j, long *out_k) {
  (void)h2;
  (void)h3;
  (void)h4;
  (void)h5;
  (void)h6;
  *out_a = a;
  *out_b = b;
  *out_c = c;
  *out_d = d;
  *out_e = e;
  *out_f = f;
  *out_g = g;
  *out_h = h;
  *out_i = i;
  *out_j = j;
  *out_k = k;
  return 0 != 0;
}

// Launch limits. Give the kernel local size {B, 1, 1} and global size {X * B, Y, Z} with X * Y * Z * B >= count, and
// guard the tail:
//
//   const long w = roots_global_index();
//   if (w < count) { ... }
//
// Some devices take at most 2^31 - 1 groups in x and 65535 in y and z, and count the work-items of x in 32 bits. With
//   blocks = ceil(count / B),  wide = min(2^31 - 1, floor((2^32 - 1) / B)),  rows = ceil(blocks / wide),
//   Z = ceil(rows / 65535),  Y = ceil(rows / Z),  X = ceil(blocks / (Y * Z))
// all limits hold and fewer than Y * Z groups stay idle. The C++ text of this map computes it: launch::split(count, B).
static inline long roots_global_index(void) {
  return (long)((get_global_id(2) * (ulong)get_global_size(1) + get_global_id(1)) *
                (ulong)get_global_size(0) + get_global_id(0));
}

