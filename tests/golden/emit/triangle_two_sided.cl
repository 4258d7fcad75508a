// triangle_two_sided: an exact index map, OpenCL C 1.2. Emitted by mapwright VERSION; do not edit.
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

// Define MAPWRIGHT_NO_FP64 for devices with slow double: every function keeps its values.
#if defined(cl_khr_fp64) && !defined(MAPWRIGHT_NO_FP64) && !defined(MAPWRIGHT_FP64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define MAPWRIGHT_FP64 1
#endif

static inline int triangle_two_sided_lesser_i32(int a, int b) {
  return a < b ? a : b;
}

// r with rho * (1 - eps) - 1 < r <= rho * (1 + eps), rho the real root of degree 2 of x >= 0, eps = 2^-20.
static inline int triangle_two_sided_root2_i32(int x) {
  return (int)(sqrt((float)(x)));
}

// Certified: within these sizes no intermediate leaves the word.
#define triangle_two_sided_max_n_i32 ((int)23169)

static inline int triangle_two_sided_fits_i32(int n) {
  return 0 <= n && n <= triangle_two_sided_max_n_i32;
}

// The number of points.
static inline int triangle_two_sided_count_i32(int n) {
  return (n * (n + 1)) >> 1;
}

// The point (i, j) of index w, for 0 <= w < count.
static inline void triangle_two_sided_unrank_i32(int n, int w, int *out_i, int *out_j) {
  int i = triangle_two_sided_lesser_i32((triangle_two_sided_root2_i32(8 * w + 1) + 1) >> 1, n - 1);
  i -= (int)(((i * (i + 1)) >> 1) > w);
  i -= (int)(((i * (i + 1)) >> 1) > w);
  *out_i = i;
  *out_j = w - ((i * (i + 1)) >> 1);
}

// The index of a point of the domain; the inverse of unrank.
static inline int triangle_two_sided_rank_i32(int n, int i, int j) {
  (void)n;
  return ((i * (i + 1)) >> 1) + j;
}

// Whether (i, j) is a point of the domain; any coordinates may be asked.
static inline int triangle_two_sided_contains_i32(int n, int i, int j) {
  return 0 <= j && j <= i && i < n;
}

// The point after (i, j) in the order of indices; has_next is false after the last.
static inline int triangle_two_sided_successor_i32(int n, int i, int j, int *out_i, int *out_j) {
  const int same_row = j < i;
  *out_i = same_row ? i : i + 1;
  *out_j = same_row ? j + 1 : 0;
  return same_row || i + 1 < n;
}

static inline long triangle_two_sided_lesser_i64(long a, long b) {
  return a < b ? a : b;
}

#ifndef MAPWRIGHT_FP64
// The greatest r with r^2 <= x; x >= 0.
static inline long triangle_two_sided_iroot2_i64(long x) {
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
#endif

// r with rho * (1 - eps) - 1 < r <= rho * (1 + eps), rho the real root of degree 2 of x >= 0, eps = 2^-48.
static inline long triangle_two_sided_root2_i64(long x) {
#ifdef MAPWRIGHT_FP64
  return (long)(sqrt((double)(x)));
#else
  return triangle_two_sided_iroot2_i64(x);
#endif
}

// Certified: within these sizes no intermediate leaves the word.
#define triangle_two_sided_max_n_i64 ((long)1518500249)

static inline int triangle_two_sided_fits_i64(long n) {
  return 0 <= n && n <= triangle_two_sided_max_n_i64;
}

// The number of points.
static inline long triangle_two_sided_count_i64(long n) {
  return (n * (n + 1)) >> 1;
}

// The point (i, j) of index w, for 0 <= w < count.
static inline void triangle_two_sided_unrank_i64(long n, long w, long *out_i, long *out_j) {
  long i = triangle_two_sided_lesser_i64((triangle_two_sided_root2_i64(8 * w + 1) + 1) >> 1, n - 1);
  i -= (long)(((i * (i + 1)) >> 1) > w);
  i -= (long)(((i * (i + 1)) >> 1) > w);
  *out_i = i;
  *out_j = w - ((i * (i + 1)) >> 1);
}

// The index of a point of the domain; the inverse of unrank.
static inline long triangle_two_sided_rank_i64(long n, long i, long j) {
  (void)n;
  return ((i * (i + 1)) >> 1) + j;
}

// Whether (i, j) is a point of the domain; any coordinates may be asked.
static inline int triangle_two_sided_contains_i64(long n, long i, long j) {
  return 0 <= j && j <= i && i < n;
}

// The point after (i, j) in the order of indices; has_next is false after the last.
static inline int triangle_two_sided_successor_i64(long n, long i, long j, long *out_i, long *out_j) {
  const long same_row = j < i;
  *out_i = same_row ? i : i + 1;
  *out_j = same_row ? j + 1 : 0;
  return same_row || i + 1 < n;
}

// Launch limits. Give the kernel local size {B, 1, 1} and global size {X * B, Y, Z} with X * Y * Z * B >= count, and
// guard the tail:
//
//   const long w = triangle_two_sided_global_index();
//   if (w < count) { ... }
//
// Some devices take at most 2^31 - 1 groups in x and 65535 in y and z, and count the work-items of x in 32 bits. With
//   blocks = ceil(count / B),  wide = min(2^31 - 1, floor((2^32 - 1) / B)),  rows = ceil(blocks / wide),
//   Z = ceil(rows / 65535),  Y = ceil(rows / Z),  X = ceil(blocks / (Y * Z))
// all limits hold and fewer than Y * Z groups stay idle. The C++ text of this map computes it: launch::split(count, B).
static inline long triangle_two_sided_global_index(void) {
  return (long)((get_global_id(2) * (ulong)get_global_size(1) + get_global_id(1)) *
                (ulong)get_global_size(0) + get_global_id(0));
}

