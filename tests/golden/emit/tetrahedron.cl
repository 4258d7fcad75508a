// tetrahedron: an exact index map, OpenCL C 1.2. Emitted by mapwright VERSION; do not edit.
//
// domain       [n] -> { [i, j, k] : 0 <= k <= j <= i < n }
// point        (i, j, k)
// cost         O(1) per index
// formulas     count(n) = n*(n + 1)*(n + 2)/6
// proved for   32-bit words: 0 <= n <= 1289
//              64-bit words: 0 <= n <= 2097150
// certificate  sha256:0123456789abcdef
// status       proved (written by hand for tests)

// Define MAPWRIGHT_NO_FP64 for devices with slow double: every function keeps its values.
#if defined(cl_khr_fp64) && !defined(MAPWRIGHT_NO_FP64) && !defined(MAPWRIGHT_FP64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define MAPWRIGHT_FP64 1
#endif

static inline int tetrahedron_lesser_i32(int a, int b) {
  return a < b ? a : b;
}

static inline int tetrahedron_greater_i32(int a, int b) {
  return a < b ? b : a;
}

// r with rho * (1 - eps) - 1 < r <= rho * (1 + eps), rho the real root of degree 2 of x >= 0, eps = 2^-20.
static inline int tetrahedron_root2_i32(int x) {
  return (int)(sqrt((float)(x)));
}

// r with rho * (1 - eps) - 1 < r <= rho * (1 + eps), rho the real root of degree 3 of x >= 0, eps = 2^-20.
static inline int tetrahedron_root3_i32(int x) {
  return (int)(cbrt((float)(x)));
}

// Certified: within these sizes no intermediate leaves the word.
#define tetrahedron_max_n_i32 ((int)1289)

static inline int tetrahedron_fits_i32(int n) {
  return 0 <= n && n <= tetrahedron_max_n_i32;
}

// The number of points.
static inline int tetrahedron_count_i32(int n) {
  return n * (n + 1) * (n + 2) / 6;
}

// The point (i, j, k) of index w, for 0 <= w < count.
static inline void tetrahedron_unrank_i32(int n, int w, int *out_i, int *out_j, int *out_k) {
  int i = tetrahedron_lesser_i32(tetrahedron_root3_i32(6 * w), n - 1);
  i -= (int)(i * (i + 1) * (i + 2) / 6 > w);
  i -= (int)(i * (i + 1) * (i + 2) / 6 > w);
  const int v = w - i * (i + 1) * (i + 2) / 6;
  int j = tetrahedron_lesser_i32(tetrahedron_root2_i32(tetrahedron_greater_i32(2 * v, 0)), i);
  j -= (int)(((j * (j + 1)) >> 1) > v);
  *out_i = i;
  *out_j = j;
  *out_k = v - ((j * (j + 1)) >> 1);
}

// The index of a point of the domain; the inverse of unrank.
static inline int tetrahedron_rank_i32(int n, int i, int j, int k) {
  (void)n;
  return i * (i + 1) * (i + 2) / 6 + ((j * (j + 1)) >> 1) + k;
}

// Whether (i, j, k) is a point of the domain; any coordinates may be asked.
static inline int tetrahedron_contains_i32(int n, int i, int j, int k) {
  return 0 <= k && k <= j && j <= i && i < n;
}

// The point after (i, j, k) in the order of indices; has_next is false after the last.
static inline int tetrahedron_successor_i32(int n, int i, int j, int k, int *out_i, int *out_j, int *out_k) {
  int a = i;
  int b = j;
  int c = k + 1;
  if (j < c) {
    b += 1;
    c = 0;
  }
  if (i < b) {
    a += 1;
    b = 0;
  }
  *out_i = a;
  *out_j = b;
  *out_k = c;
  return a < n;
}

static inline long tetrahedron_lesser_i64(long a, long b) {
  return a < b ? a : b;
}

static inline long tetrahedron_greater_i64(long a, long b) {
  return a < b ? b : a;
}

#ifndef MAPWRIGHT_FP64
// The greatest r with r^2 <= x; x >= 0.
static inline long tetrahedron_iroot2_i64(long x) {
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

#ifndef MAPWRIGHT_FP64
// The greatest r with r^3 <= x; x >= 0.
static inline long tetrahedron_iroot3_i64(long x) {
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
#endif

// r with rho * (1 - eps) - 1 < r <= rho * (1 + eps), rho the real root of degree 2 of x >= 0, eps = 2^-48.
static inline long tetrahedron_root2_i64(long x) {
#ifdef MAPWRIGHT_FP64
  return (long)(sqrt((double)(x)));
#else
  return tetrahedron_iroot2_i64(x);
#endif
}

// r with rho * (1 - eps) - 1 < r <= rho * (1 + eps), rho the real root of degree 3 of x >= 0, eps = 2^-48.
static inline long tetrahedron_root3_i64(long x) {
#ifdef MAPWRIGHT_FP64
  return (long)(cbrt((double)(x)));
#else
  return tetrahedron_iroot3_i64(x);
#endif
}

// Certified: within these sizes no intermediate leaves the word.
#define tetrahedron_max_n_i64 ((long)2097150)

static inline int tetrahedron_fits_i64(long n) {
  return 0 <= n && n <= tetrahedron_max_n_i64;
}

// The number of points.
static inline long tetrahedron_count_i64(long n) {
  return n * (n + 1) * (n + 2) / 6;
}

// The point (i, j, k) of index w, for 0 <= w < count.
static inline void tetrahedron_unrank_i64(long n, long w, long *out_i, long *out_j, long *out_k) {
  long i = tetrahedron_lesser_i64(tetrahedron_root3_i64(6 * w), n - 1);
  i -= (long)(i * (i + 1) * (i + 2) / 6 > w);
  i -= (long)(i * (i + 1) * (i + 2) / 6 > w);
  const long v = w - i * (i + 1) * (i + 2) / 6;
  long j = tetrahedron_lesser_i64(tetrahedron_root2_i64(tetrahedron_greater_i64(2 * v, 0)), i);
  j -= (long)(((j * (j + 1)) >> 1) > v);
  *out_i = i;
  *out_j = j;
  *out_k = v - ((j * (j + 1)) >> 1);
}

// The index of a point of the domain; the inverse of unrank.
static inline long tetrahedron_rank_i64(long n, long i, long j, long k) {
  (void)n;
  return i * (i + 1) * (i + 2) / 6 + ((j * (j + 1)) >> 1) + k;
}

// Whether (i, j, k) is a point of the domain; any coordinates may be asked.
static inline int tetrahedron_contains_i64(long n, long i, long j, long k) {
  return 0 <= k && k <= j && j <= i && i < n;
}

// The point after (i, j, k) in the order of indices; has_next is false after the last.
static inline int tetrahedron_successor_i64(long n, long i, long j, long k, long *out_i, long *out_j, long *out_k) {
  long a = i;
  long b = j;
  long c = k + 1;
  if (j < c) {
    b += 1;
    c = 0;
  }
  if (i < b) {
    a += 1;
    b = 0;
  }
  *out_i = a;
  *out_j = b;
  *out_k = c;
  return a < n;
}

// Launch limits. Give the kernel local size {B, 1, 1} and global size {X * B, Y, Z} with X * Y * Z * B >= count, and
// guard the tail:
//
//   const long w = tetrahedron_global_index();
//   if (w < count) { ... }
//
// Some devices take at most 2^31 - 1 groups in x and 65535 in y and z, and count the work-items of x in 32 bits. With
//   blocks = ceil(count / B),  wide = min(2^31 - 1, floor((2^32 - 1) / B)),  rows = ceil(blocks / wide),
//   Z = ceil(rows / 65535),  Y = ceil(rows / Z),  X = ceil(blocks / (Y * Z))
// all limits hold and fewer than Y * Z groups stay idle. The C++ text of this map computes it: launch::split(count, B).
static inline long tetrahedron_global_index(void) {
  return (long)((get_global_id(2) * (ulong)get_global_size(1) + get_global_id(1)) *
                (ulong)get_global_size(0) + get_global_id(0));
}

