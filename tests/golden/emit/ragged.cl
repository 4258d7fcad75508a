// ragged: an exact index map, OpenCL C 1.2. Emitted by mapwright VERSION; do not edit.
//
// domain       ragged rows
// point        (b, i)
// argument     cu_seqlens: first index of each row, and the end
// proved for   32-bit words: 0 <= batch <= 1000000
//              64-bit words: 0 <= batch <= 1000000
// certificate  sha256:0123456789abcdef
// status       proved (written by hand for tests)

// Define MAPWRIGHT_NO_FP64 for devices with slow double: every function keeps its values.
#if defined(cl_khr_fp64) && !defined(MAPWRIGHT_NO_FP64) && !defined(MAPWRIGHT_FP64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define MAPWRIGHT_FP64 1
#endif

// The greatest e with 2^e <= x; x > 0.
static inline int ragged_floor_log2_i32(int x) {
  return 31 - clz(x);
}

// Certified: within these sizes no intermediate leaves the word.
#define ragged_max_batch_i32 ((int)1000000)

static inline int ragged_fits_i32(int batch) {
  return 0 <= batch && batch <= ragged_max_batch_i32;
}

// The number of points.
static inline int ragged_count_i32(int batch, __global const int *cu_seqlens) {
  return (int)(cu_seqlens[batch]) - (int)(cu_seqlens[0]);
}

// The point (b, i) of index w, for 0 <= w < count.
static inline void ragged_unrank_i32(int batch, __global const int *cu_seqlens, int w, int *out_b, int *out_i) {
  int b = 0;
  int left = batch;
  for (int halving = ragged_floor_log2_i32(batch) + 1; halving > 0; --halving) {
    const int jump = left >> 1;
    const int middle = b + jump;
    b = (int)(cu_seqlens[middle]) - (int)(cu_seqlens[0]) <= w ? middle : b;
    left -= jump;
  }
  *out_b = b;
  *out_i = w - ((int)(cu_seqlens[b]) - (int)(cu_seqlens[0]));
}

// The index of a point of the domain; the inverse of unrank.
static inline int ragged_rank_i32(int batch, __global const int *cu_seqlens, int b, int i) {
  (void)batch;
  return (int)(cu_seqlens[b]) - (int)(cu_seqlens[0]) + i;
}

// Whether (b, i) is a point of the domain; any coordinates may be asked.
static inline int ragged_contains_i32(int batch, __global const int *cu_seqlens, int b, int i) {
  return 0 <= b && b < batch && 0 <= i && i < (int)(cu_seqlens[b + 1]) - (int)(cu_seqlens[b]);
}

// The point after (b, i) in the order of indices; has_next is false after the last.
static inline int ragged_successor_i32(int batch, __global const int *cu_seqlens, int b, int i, int *out_b, int *out_i) {
  const int w = (int)(cu_seqlens[b]) - (int)(cu_seqlens[0]) + i + 1;
  int next_ = 0;
  int left = batch;
  for (int halving = ragged_floor_log2_i32(batch) + 1; halving > 0; --halving) {
    const int jump = left >> 1;
    const int middle = next_ + jump;
    next_ = (int)(cu_seqlens[middle]) - (int)(cu_seqlens[0]) <= w ? middle : next_;
    left -= jump;
  }
  const int t = (int)(cu_seqlens[0]);
  *out_b = next_;
  *out_i = w - ((int)(cu_seqlens[next_]) - t);
  return w < (int)(cu_seqlens[batch]) - t;
}

// The greatest e with 2^e <= x; x > 0.
static inline long ragged_floor_log2_i64(long x) {
  return 63 - clz(x);
}

// Certified: within these sizes no intermediate leaves the word.
#define ragged_max_batch_i64 ((long)1000000)

static inline int ragged_fits_i64(long batch) {
  return 0 <= batch && batch <= ragged_max_batch_i64;
}

// The number of points.
static inline long ragged_count_i64(long batch, __global const long *cu_seqlens) {
  return (long)(cu_seqlens[batch]) - (long)(cu_seqlens[0]);
}

// The point (b, i) of index w, for 0 <= w < count.
static inline void ragged_unrank_i64(long batch, __global const long *cu_seqlens, long w, long *out_b, long *out_i) {
  long b = 0;
  long left = batch;
  for (long halving = ragged_floor_log2_i64(batch) + 1; halving > 0; --halving) {
    const long jump = left >> 1;
    const long middle = b + jump;
    b = (long)(cu_seqlens[middle]) - (long)(cu_seqlens[0]) <= w ? middle : b;
    left -= jump;
  }
  *out_b = b;
  *out_i = w - ((long)(cu_seqlens[b]) - (long)(cu_seqlens[0]));
}

// The index of a point of the domain; the inverse of unrank.
static inline long ragged_rank_i64(long batch, __global const long *cu_seqlens, long b, long i) {
  (void)batch;
  return (long)(cu_seqlens[b]) - (long)(cu_seqlens[0]) + i;
}

// Whether (b, i) is a point of the domain; any coordinates may be asked.
static inline int ragged_contains_i64(long batch, __global const long *cu_seqlens, long b, long i) {
  return 0 <= b && b < batch && 0 <= i && i < (long)(cu_seqlens[b + 1]) - (long)(cu_seqlens[b]);
}

// The point after (b, i) in the order of indices; has_next is false after the last.
static inline int ragged_successor_i64(long batch, __global const long *cu_seqlens, long b, long i, long *out_b, long *out_i) {
  const long w = (long)(cu_seqlens[b]) - (long)(cu_seqlens[0]) + i + 1;
  long next_ = 0;
  long left = batch;
  for (long halving = ragged_floor_log2_i64(batch) + 1; halving > 0; --halving) {
    const long jump = left >> 1;
    const long middle = next_ + jump;
    next_ = (long)(cu_seqlens[middle]) - (long)(cu_seqlens[0]) <= w ? middle : next_;
    left -= jump;
  }
  const long t = (long)(cu_seqlens[0]);
  *out_b = next_;
  *out_i = w - ((long)(cu_seqlens[next_]) - t);
  return w < (long)(cu_seqlens[batch]) - t;
}

// Launch limits. Give the kernel local size {B, 1, 1} and global size {X * B, Y, Z} with X * Y * Z * B >= count, and
// guard the tail:
//
//   const long w = ragged_global_index();
//   if (w < count) { ... }
//
// Some devices take at most 2^31 - 1 groups in x and 65535 in y and z, and count the work-items of x in 32 bits. With
//   blocks = ceil(count / B),  wide = min(2^31 - 1, floor((2^32 - 1) / B)),  rows = ceil(blocks / wide),
//   Z = ceil(rows / 65535),  Y = ceil(rows / Z),  X = ceil(blocks / (Y * Z))
// all limits hold and fewer than Y * Z groups stay idle. The C++ text of this map computes it: launch::split(count, B).
static inline long ragged_global_index(void) {
  return (long)((get_global_id(2) * (ulong)get_global_size(1) + get_global_id(1)) *
                (ulong)get_global_size(0) + get_global_id(0));
}

