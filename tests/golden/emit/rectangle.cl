// rectangle: an exact index map, OpenCL C 1.2. Emitted by mapwright VERSION; do not edit.
//
// domain       [rows, columns] -> { [i, j] : 0 <= i < rows and 0 <= j < columns }
// point        (i, j)
// proved for   32-bit words: 0 <= rows <= 46340, 0 <= columns <= 46340
//              64-bit words: 0 <= rows <= 3037000499, 0 <= columns <= 3037000499
// certificate  sha256:0123456789abcdef
// status       proved (written by hand for tests)

// Define MAPWRIGHT_NO_FP64 for devices with slow double: every function keeps its values.
#if defined(cl_khr_fp64) && !defined(MAPWRIGHT_NO_FP64) && !defined(MAPWRIGHT_FP64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define MAPWRIGHT_FP64 1
#endif

// Certified: within these sizes no intermediate leaves the word.
#define rectangle_max_rows_i32 ((int)46340)
#define rectangle_max_columns_i32 ((int)46340)

static inline int rectangle_fits_i32(int rows, int columns) {
  return 0 <= rows && rows <= rectangle_max_rows_i32 && 0 <= columns && columns <= rectangle_max_columns_i32;
}

// The number of points.
static inline int rectangle_count_i32(int rows, int columns) {
  return rows * columns;
}

// The point (i, j) of index w, for 0 <= w < count.
static inline void rectangle_unrank_i32(int rows, int columns, int w, int *out_i, int *out_j) {
  (void)rows;
  *out_i = w / columns;
  *out_j = w % columns;
}

// The index of a point of the domain; the inverse of unrank.
static inline int rectangle_rank_i32(int rows, int columns, int i, int j) {
  (void)rows;
  return i * columns + j;
}

// Whether (i, j) is a point of the domain; any coordinates may be asked.
static inline int rectangle_contains_i32(int rows, int columns, int i, int j) {
  return 0 <= i && i < rows && 0 <= j && j < columns;
}

// The point after (i, j) in the order of indices; has_next is false after the last.
static inline int rectangle_successor_i32(int rows, int columns, int i, int j, int *out_i, int *out_j) {
  const int wraps = j + 1 == columns;
  *out_i = i + wraps;
  *out_j = wraps ? 0 : j + 1;
  return !wraps || i + 1 < rows;
}

// Certified: within these sizes no intermediate leaves the word.
#define rectangle_max_rows_i64 ((long)3037000499)
#define rectangle_max_columns_i64 ((long)3037000499)

static inline int rectangle_fits_i64(long rows, long columns) {
  return 0 <= rows && rows <= rectangle_max_rows_i64 && 0 <= columns && columns <= rectangle_max_columns_i64;
}

// The number of points.
static inline long rectangle_count_i64(long rows, long columns) {
  return rows * columns;
}

// The point (i, j) of index w, for 0 <= w < count.
static inline void rectangle_unrank_i64(long rows, long columns, long w, long *out_i, long *out_j) {
  (void)rows;
  *out_i = w / columns;
  *out_j = w % columns;
}

// The index of a point of the domain; the inverse of unrank.
static inline long rectangle_rank_i64(long rows, long columns, long i, long j) {
  (void)rows;
  return i * columns + j;
}

// Whether (i, j) is a point of the domain; any coordinates may be asked.
static inline int rectangle_contains_i64(long rows, long columns, long i, long j) {
  return 0 <= i && i < rows && 0 <= j && j < columns;
}

// The point after (i, j) in the order of indices; has_next is false after the last.
static inline int rectangle_successor_i64(long rows, long columns, long i, long j, long *out_i, long *out_j) {
  const long wraps = j + 1 == columns;
  *out_i = i + wraps;
  *out_j = wraps ? 0 : j + 1;
  return !wraps || i + 1 < rows;
}

// Launch limits. Give the kernel local size {B, 1, 1} and global size {X * B, Y, Z} with X * Y * Z * B >= count, and
// guard the tail:
//
//   const long w = rectangle_global_index();
//   if (w < count) { ... }
//
// Some devices take at most 2^31 - 1 groups in x and 65535 in y and z, and count the work-items of x in 32 bits. With
//   blocks = ceil(count / B),  wide = min(2^31 - 1, floor((2^32 - 1) / B)),  rows = ceil(blocks / wide),
//   Z = ceil(rows / 65535),  Y = ceil(rows / Z),  X = ceil(blocks / (Y * Z))
// all limits hold and fewer than Y * Z groups stay idle. The C++ text of this map computes it: launch::split(count, B).
static inline long rectangle_global_index(void) {
  return (long)((get_global_id(2) * (ulong)get_global_size(1) + get_global_id(1)) *
                (ulong)get_global_size(0) + get_global_id(0));
}

