// pyramid: an exact index map, OpenCL C 1.2. Emitted by mapwright VERSION; do not edit.
//
// domain       [n] -> { [k, x, y] : 0 <= x, y <= k < n }
// point        (k, x, y)
// proved for   32-bit words: 0 <= n <= 1023
//              64-bit words: 0 <= n <= 1664510
// certificate  sha256:0123456789abcdef
// status       proved (written by hand for tests)

// Define MAPWRIGHT_NO_FP64 for devices with slow double: every function keeps its values.
#if defined(cl_khr_fp64) && !defined(MAPWRIGHT_NO_FP64) && !defined(MAPWRIGHT_FP64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define MAPWRIGHT_FP64 1
#endif

static inline int pyramid_lesser_i32(int a, int b) {
  return a < b ? a : b;
}

static inline int pyramid_greater_i32(int a, int b) {
  return a < b ? b : a;
}

// The greatest e with 2^e <= x; x > 0.
static inline int pyramid_floor_log2_i32(int x) {
  return 31 - clz(x);
}

// Certified: within these sizes no intermediate leaves the word.
#define pyramid_max_n_i32 ((int)1023)

static inline int pyramid_fits_i32(int n) {
  return 0 <= n && n <= pyramid_max_n_i32;
}

// The number of points.
static inline int pyramid_count_i32(int n) {
  return n * (n + 1) * (2 * n + 1) / 6;
}

// The point (k, x, y) of index w, for 0 <= w < count.
static inline void pyramid_unrank_i32(int n, int w, int *out_k, int *out_x, int *out_y) {
  int k = 0;
  int left = n;
  for (int halving = pyramid_floor_log2_i32(n) + 1; halving > 0; --halving) {
    const int jump = left >> 1;
    const int middle = k + jump;
    k = middle * (middle + 1) * (2 * middle + 1) / 6 <= w ? middle : k;
    left -= jump;
  }
  const int v = w - k * (k + 1) * (2 * k + 1) / 6;
  *out_k = k;
  *out_x = v / (k + 1);
  *out_y = v % (k + 1);
}

// The index of a point of the domain; the inverse of unrank.
static inline int pyramid_rank_i32(int n, int k, int x, int y) {
  (void)n;
  return k * (k + 1) * (2 * k + 1) / 6 + x * (k + 1) + y;
}

// Whether (k, x, y) is a point of the domain; any coordinates may be asked.
static inline int pyramid_contains_i32(int n, int k, int x, int y) {
  return 0 <= pyramid_lesser_i32(x, y) && pyramid_greater_i32(x, y) <= k && k < n;
}

// The point after (k, x, y) in the order of indices; has_next is false after the last.
static inline int pyramid_successor_i32(int n, int k, int x, int y, int *out_k, int *out_x, int *out_y) {
  const int column = y < k;
  const int row = !column && x < k;
  *out_k = column || row ? k : k + 1;
  *out_x = column ? x : (row ? x + 1 : 0);
  *out_y = column ? y + 1 : 0;
  return column || row || k + 1 < n;
}

static inline long pyramid_lesser_i64(long a, long b) {
  return a < b ? a : b;
}

static inline long pyramid_greater_i64(long a, long b) {
  return a < b ? b : a;
}

// The greatest e with 2^e <= x; x > 0.
static inline long pyramid_floor_log2_i64(long x) {
  return 63 - clz(x);
}

// Certified: within these sizes no intermediate leaves the word.
#define pyramid_max_n_i64 ((long)1664510)

static inline int pyramid_fits_i64(long n) {
  return 0 <= n && n <= pyramid_max_n_i64;
}

// The number of points.
static inline long pyramid_count_i64(long n) {
  return n * (n + 1) * (2 * n + 1) / 6;
}

// The point (k, x, y) of index w, for 0 <= w < count.
static inline void pyramid_unrank_i64(long n, long w, long *out_k, long *out_x, long *out_y) {
  long k = 0;
  long left = n;
  for (long halving = pyramid_floor_log2_i64(n) + 1; halving > 0; --halving) {
    const long jump = left >> 1;
    const long middle = k + jump;
    k = middle * (middle + 1) * (2 * middle + 1) / 6 <= w ? middle : k;
    left -= jump;
  }
  const long v = w - k * (k + 1) * (2 * k + 1) / 6;
  *out_k = k;
  *out_x = v / (k + 1);
  *out_y = v % (k + 1);
}

// The index of a point of the domain; the inverse of unrank.
static inline long pyramid_rank_i64(long n, long k, long x, long y) {
  (void)n;
  return k * (k + 1) * (2 * k + 1) / 6 + x * (k + 1) + y;
}

// Whether (k, x, y) is a point of the domain; any coordinates may be asked.
static inline int pyramid_contains_i64(long n, long k, long x, long y) {
  return 0 <= pyramid_lesser_i64(x, y) && pyramid_greater_i64(x, y) <= k && k < n;
}

// The point after (k, x, y) in the order of indices; has_next is false after the last.
static inline int pyramid_successor_i64(long n, long k, long x, long y, long *out_k, long *out_x, long *out_y) {
  const long column = y < k;
  const long row = !column && x < k;
  *out_k = column || row ? k : k + 1;
  *out_x = column ? x : (row ? x + 1 : 0);
  *out_y = column ? y + 1 : 0;
  return column || row || k + 1 < n;
}

// Launch limits. Give the kernel local size {B, 1, 1} and global size {X * B, Y, Z} with X * Y * Z * B >= count, and
// guard the tail:
//
//   const long w = pyramid_global_index();
//   if (w < count) { ... }
//
// Some devices take at most 2^31 - 1 groups in x and 65535 in y and z, and count the work-items of x in 32 bits. With
//   blocks = ceil(count / B),  wide = min(2^31 - 1, floor((2^32 - 1) / B)),  rows = ceil(blocks / wide),
//   Z = ceil(rows / 65535),  Y = ceil(rows / Z),  X = ceil(blocks / (Y * Z))
// all limits hold and fewer than Y * Z groups stay idle. The C++ text of this map computes it: launch::split(count, B).
static inline long pyramid_global_index(void) {
  return (long)((get_global_id(2) * (ulong)get_global_size(1) + get_global_id(1)) *
                (ulong)get_global_size(0) + get_global_id(0));
}

