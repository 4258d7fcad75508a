// hostile: an exact index map, OpenCL C 1.2. Emitted by mapwright VERSION; do not edit.
//
// domain       a box
//              with */ hostile /* names
// point        (int, for, w, _x, point, i', double__x)
// proved for   32-bit words: 0 <= count <= 21
//              64-bit words: 0 <= count <= 511
// certificate  sha256:0123456789abcdef
// status       proved (written by hand for tests)

// Define MAPWRIGHT_NO_FP64 for devices with slow double: every function keeps its values.
#if defined(cl_khr_fp64) && !defined(MAPWRIGHT_NO_FP64) && !defined(MAPWRIGHT_FP64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define MAPWRIGHT_FP64 1
#endif

// a^b for b >= 0. Unsigned inside: the last squaring is not used and may wrap.
static inline int hostile_power_i32(int a, int b) {
  uint product = 1;
  for (uint square = (uint)(a); b > 0; b >>= 1) {
    product *= (b & 1) != 0 ? square : (uint)(1);
    square *= square;
  }
  return (int)(product);
}

// Certified: within these sizes no intermediate leaves the word.
#define hostile_max_count_i32 ((int)21)

static inline int hostile_fits_i32(int count_) {
  return 0 <= count_ && count_ <= hostile_max_count_i32;
}

// The number of points.
static inline int hostile_count_i32(int count_) {
  return hostile_power_i32(count_, 7);
}

// The point (int_, for_, w, x, point_, i_, double_x) of index w, for 0 <= w < count.
static inline void hostile_unrank_i32(int count_, int w, int *out_int_, int *out_for_, int *out_w, int *out_x, int *out_point_, int *out_i_, int *out_double_x) {
  const int t = w / count_;
  const int t_ = t / count_;
  const int t_2 = t_ / count_;
  const int t_3 = t_2 / count_;
  const int t_4 = t_3 / count_;
  *out_int_ = t_4 / count_ % count_;
  *out_for_ = t_4 % count_;
  *out_w = t_3 % count_;
  *out_x = t_2 % count_;
  *out_point_ = t_ % count_;
  *out_i_ = t % count_;
  *out_double_x = w % count_;
}

// The index of a point of the domain; the inverse of unrank.
static inline int hostile_rank_i32(int count_, int int_, int for_, int w, int x, int point_, int i_, int double_x) {
  return (((((int_ * count_ + for_) * count_ + w) * count_ + x) * count_ + point_) * count_ + i_) * count_ + double_x;
}

// Whether (int_, for_, w, x, point_, i_, double_x) is a point of the domain; any coordinates may be asked.
static inline int hostile_contains_i32(int count_, int int_, int for_, int w, int x, int point_, int i_, int double_x) {
  return 0 <= int_ && int_ < count_ && 0 <= for_ && for_ < count_ && 0 <= w && w < count_ && 0 <= x && x < count_ && 0 <= point_ && point_ < count_ && 0 <= i_ && i_ < count_ && 0 <= double_x && double_x < count_;
}

// The point after (int_, for_, w, x, point_, i_, double_x) in the order of indices; has_next is false after the last.
static inline int hostile_successor_i32(int count_, int int_, int for_, int w, int x, int point_, int i_, int double_x, int *out_int_, int *out_for_, int *out_w, int *out_x, int *out_point_, int *out_i_, int *out_double_x) {
  const int w_ = (((((int_ * count_ + for_) * count_ + w) * count_ + x) * count_ + point_) * count_ + i_) * count_ + double_x + 1;
  const int t = w_ / count_;
  const int t_ = t / count_;
  const int t_2 = t_ / count_;
  const int t_3 = t_2 / count_;
  const int t_4 = t_3 / count_;
  *out_int_ = t_4 / count_ % count_;
  *out_for_ = t_4 % count_;
  *out_w = t_3 % count_;
  *out_x = t_2 % count_;
  *out_point_ = t_ % count_;
  *out_i_ = t % count_;
  *out_double_x = w_ % count_;
  return w_ < hostile_power_i32(count_, 7);
}

// a^b for b >= 0. Unsigned inside: the last squaring is not used and may wrap.
static inline long hostile_power_i64(long a, long b) {
  ulong product = 1;
  for (ulong square = (ulong)(a); b > 0; b >>= 1) {
    product *= (b & 1) != 0 ? square : (ulong)(1);
    square *= square;
  }
  return (long)(product);
}

// Certified: within these sizes no intermediate leaves the word.
#define hostile_max_count_i64 ((long)511)

static inline int hostile_fits_i64(long count_) {
  return 0 <= count_ && count_ <= hostile_max_count_i64;
}

// The number of points.
static inline long hostile_count_i64(long count_) {
  return hostile_power_i64(count_, 7);
}

// The point (int_, for_, w, x, point_, i_, double_x) of index w, for 0 <= w < count.
static inline void hostile_unrank_i64(long count_, long w, long *out_int_, long *out_for_, long *out_w, long *out_x, long *out_point_, long *out_i_, long *out_double_x) {
  const long t = w / count_;
  const long t_ = t / count_;
  const long t_2 = t_ / count_;
  const long t_3 = t_2 / count_;
  const long t_4 = t_3 / count_;
  *out_int_ = t_4 / count_ % count_;
  *out_for_ = t_4 % count_;
  *out_w = t_3 % count_;
  *out_x = t_2 % count_;
  *out_point_ = t_ % count_;
  *out_i_ = t % count_;
  *out_double_x = w % count_;
}

// The index of a point of the domain; the inverse of unrank.
static inline long hostile_rank_i64(long count_, long int_, long for_, long w, long x, long point_, long i_, long double_x) {
  return (((((int_ * count_ + for_) * count_ + w) * count_ + x) * count_ + point_) * count_ + i_) * count_ + double_x;
}

// Whether (int_, for_, w, x, point_, i_, double_x) is a point of the domain; any coordinates may be asked.
static inline int hostile_contains_i64(long count_, long int_, long for_, long w, long x, long point_, long i_, long double_x) {
  return 0 <= int_ && int_ < count_ && 0 <= for_ && for_ < count_ && 0 <= w && w < count_ && 0 <= x && x < count_ && 0 <= point_ && point_ < count_ && 0 <= i_ && i_ < count_ && 0 <= double_x && double_x < count_;
}

// The point after (int_, for_, w, x, point_, i_, double_x) in the order of indices; has_next is false after the last.
static inline int hostile_successor_i64(long count_, long int_, long for_, long w, long x, long point_, long i_, long double_x, long *out_int_, long *out_for_, long *out_w, long *out_x, long *out_point_, long *out_i_, long *out_double_x) {
  const long w_ = (((((int_ * count_ + for_) * count_ + w) * count_ + x) * count_ + point_) * count_ + i_) * count_ + double_x + 1;
  const long t = w_ / count_;
  const long t_ = t / count_;
  const long t_2 = t_ / count_;
  const long t_3 = t_2 / count_;
  const long t_4 = t_3 / count_;
  *out_int_ = t_4 / count_ % count_;
  *out_for_ = t_4 % count_;
  *out_w = t_3 % count_;
  *out_x = t_2 % count_;
  *out_point_ = t_ % count_;
  *out_i_ = t % count_;
  *out_double_x = w_ % count_;
  return w_ < hostile_power_i64(count_, 7);
}

// Launch limits. Give the kernel local size {B, 1, 1} and global size {X * B, Y, Z} with X * Y * Z * B >= count, and
// guard the tail:
//
//   const long w = hostile_global_index();
//   if (w < count) { ... }
//
// Some devices take at most 2^31 - 1 groups in x and 65535 in y and z, and count the work-items of x in 32 bits. With
//   blocks = ceil(count / B),  wide = min(2^31 - 1, floor((2^32 - 1) / B)),  rows = ceil(blocks / wide),
//   Z = ceil(rows / 65535),  Y = ceil(rows / Z),  X = ceil(blocks / (Y * Z))
// all limits hold and fewer than Y * Z groups stay idle. The C++ text of this map computes it: launch::split(count, B).
static inline long hostile_global_index(void) {
  return (long)((get_global_id(2) * (ulong)get_global_size(1) + get_global_id(1)) *
                (ulong)get_global_size(0) + get_global_id(0));
}

