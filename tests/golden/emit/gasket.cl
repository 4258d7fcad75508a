// gasket: an exact index map, OpenCL C 1.2. Emitted by mapwright VERSION; do not edit.
//
// domain       fractal:2:10,11
// point        (y, x)
// cost         O(level) per index
// table        cell_y: row of each kept cell
// table        cell_x: column of each kept cell
// proved for   32-bit words: 0 <= level <= 19
//              64-bit words: 0 <= level <= 39
// certificate  sha256:0123456789abcdef
// status       proved (written by hand for tests)

// Define MAPWRIGHT_NO_FP64 for devices with slow double: every function keeps its values.
#if defined(cl_khr_fp64) && !defined(MAPWRIGHT_NO_FP64) && !defined(MAPWRIGHT_FP64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define MAPWRIGHT_FP64 1
#endif

__constant char gasket_cell_y[] = {
    0, 1, 1};

__constant char gasket_cell_x[] = {
    0, 0, 1};

// a * 2^b for a, b >= 0.
static inline int gasket_shift_left_i32(int a, int b) {
  return b < 32 ? a << b : 0;
}

// floor(a / 2^b) for a, b >= 0.
static inline int gasket_shift_right_i32(int a, int b) {
  return b < 32 ? a >> b : 0;
}

// a^b for b >= 0. Unsigned inside: the last squaring is not used and may wrap.
static inline int gasket_power_i32(int a, int b) {
  uint product = 1;
  for (uint square = (uint)(a); b > 0; b >>= 1) {
    product *= (b & 1) != 0 ? square : (uint)(1);
    square *= square;
  }
  return (int)(product);
}

// Certified: within these sizes no intermediate leaves the word.
#define gasket_max_level_i32 ((int)19)

static inline int gasket_fits_i32(int level) {
  return 0 <= level && level <= gasket_max_level_i32;
}

// The number of points.
static inline int gasket_count_i32(int level) {
  return gasket_power_i32(3, level);
}

// The point (y, x) of index w, for 0 <= w < count.
static inline void gasket_unrank_i32(int level, int w, int *out_y, int *out_x) {
  int y = 0;
  int x = 0;
  int rest = w;
  for (int l = 0; l < level; ++l) {
    const int digit = rest % 3;
    y += gasket_shift_left_i32((int)(gasket_cell_y[digit]), l);
    x += gasket_shift_left_i32((int)(gasket_cell_x[digit]), l);
    rest = rest / 3;
  }
  *out_y = y;
  *out_x = x;
}

// The index of a point of the domain; the inverse of unrank.
static inline int gasket_rank_i32(int level, int y, int x) {
  int w = 0;
  for (int l = level - 1; l >= 0; --l) {
    w = 3 * w + (gasket_shift_right_i32(y, l) & 1) + (gasket_shift_right_i32(x, l) & 1);
  }
  return w;
}

// Whether (y, x) is a point of the domain; any coordinates may be asked.
static inline int gasket_contains_i32(int level, int y, int x) {
  return 0 <= x && x < ((int)(1) << level) && 0 <= y && y < ((int)(1) << level) && (x & (((int)(1) << level) - 1 - y)) == 0;
}

// The point after (y, x) in the order of indices; has_next is false after the last.
static inline int gasket_successor_i32(int level, int y, int x, int *out_y, int *out_x) {
  int w = 1;
  for (int l = level - 1; l >= 0; --l) {
    w += gasket_power_i32(3, l) * ((gasket_shift_right_i32(y, l) & 1) + (gasket_shift_right_i32(x, l) & 1));
  }
  int b = 0;
  int a = 0;
  for (int l = 0; l < level; ++l) {
    const int digit = w / gasket_power_i32(3, l) % 3;
    b += gasket_shift_left_i32((int)(gasket_cell_y[digit]), l);
    a += gasket_shift_left_i32((int)(gasket_cell_x[digit]), l);
  }
  *out_y = b;
  *out_x = a;
  return w < gasket_power_i32(3, level);
}

// a * 2^b for a, b >= 0.
static inline long gasket_shift_left_i64(long a, long b) {
  return b < 64 ? a << b : 0;
}

// floor(a / 2^b) for a, b >= 0.
static inline long gasket_shift_right_i64(long a, long b) {
  return b < 64 ? a >> b : 0;
}

// a^b for b >= 0. Unsigned inside: the last squaring is not used and may wrap.
static inline long gasket_power_i64(long a, long b) {
  ulong product = 1;
  for (ulong square = (ulong)(a); b > 0; b >>= 1) {
    product *= (b & 1) != 0 ? square : (ulong)(1);
    square *= square;
  }
  return (long)(product);
}

// Certified: within these sizes no intermediate leaves the word.
#define gasket_max_level_i64 ((long)39)

static inline int gasket_fits_i64(long level) {
  return 0 <= level && level <= gasket_max_level_i64;
}

// The number of points.
static inline long gasket_count_i64(long level) {
  return gasket_power_i64(3, level);
}

// The point (y, x) of index w, for 0 <= w < count.
static inline void gasket_unrank_i64(long level, long w, long *out_y, long *out_x) {
  long y = 0;
  long x = 0;
  long rest = w;
  for (long l = 0; l < level; ++l) {
    const long digit = rest % 3;
    y += gasket_shift_left_i64((long)(gasket_cell_y[digit]), l);
    x += gasket_shift_left_i64((long)(gasket_cell_x[digit]), l);
    rest = rest / 3;
  }
  *out_y = y;
  *out_x = x;
}

// The index of a point of the domain; the inverse of unrank.
static inline long gasket_rank_i64(long level, long y, long x) {
  long w = 0;
  for (long l = level - 1; l >= 0; --l) {
    w = 3 * w + (gasket_shift_right_i64(y, l) & 1) + (gasket_shift_right_i64(x, l) & 1);
  }
  return w;
}

// Whether (y, x) is a point of the domain; any coordinates may be asked.
static inline int gasket_contains_i64(long level, long y, long x) {
  return 0 <= x && x < ((long)(1) << level) && 0 <= y && y < ((long)(1) << level) && (x & (((long)(1) << level) - 1 - y)) == 0;
}

// The point after (y, x) in the order of indices; has_next is false after the last.
static inline int gasket_successor_i64(long level, long y, long x, long *out_y, long *out_x) {
  long w = 1;
  for (long l = level - 1; l >= 0; --l) {
    w += gasket_power_i64(3, l) * ((gasket_shift_right_i64(y, l) & 1) + (gasket_shift_right_i64(x, l) & 1));
  }
  long b = 0;
  long a = 0;
  for (long l = 0; l < level; ++l) {
    const long digit = w / gasket_power_i64(3, l) % 3;
    b += gasket_shift_left_i64((long)(gasket_cell_y[digit]), l);
    a += gasket_shift_left_i64((long)(gasket_cell_x[digit]), l);
  }
  *out_y = b;
  *out_x = a;
  return w < gasket_power_i64(3, level);
}

// Launch limits. Give the kernel local size {B, 1, 1} and global size {X * B, Y, Z} with X * Y * Z * B >= count, and
// guard the tail:
//
//   const long w = gasket_global_index();
//   if (w < count) { ... }
//
// Some devices take at most 2^31 - 1 groups in x and 65535 in y and z, and count the work-items of x in 32 bits. With
//   blocks = ceil(count / B),  wide = min(2^31 - 1, floor((2^32 - 1) / B)),  rows = ceil(blocks / wide),
//   Z = ceil(rows / 65535),  Y = ceil(rows / Z),  X = ceil(blocks / (Y * Z))
// all limits hold and fewer than Y * Z groups stay idle. The C++ text of this map computes it: launch::split(count, B).
static inline long gasket_global_index(void) {
  return (long)((get_global_id(2) * (ulong)get_global_size(1) + get_global_id(1)) *
                (ulong)get_global_size(0) + get_global_id(0));
}

