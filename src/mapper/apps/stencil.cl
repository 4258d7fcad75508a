// The tasks of the stencil on devices: one work item for each point of the padded tile.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

#define RADIUS MW_SIZE(0)
#define TILE_N MW_SIZE(1)
#define PLANE_X MW_SIZE(2)
#define PLANE_Y MW_SIZE(3)
#define TILES_X MW_SIZE(4)
#define FIRST_X (MW_POINT(0) % TILES_X * TILE_N)
#define FIRST_Y (MW_POINT(0) / TILES_X * TILE_N)
// The field f of argument a (in buffer b) at (i, j) from its lowest point.
#define AT(b, a, f, i, j)                                                                                              \
  (*(__global double*)(MW_FIELD(uchar, b, a, f) + (i) * MW_STRIDE(a, f, 0) + (j) * MW_STRIDE(a, f, 1)))

double first_value(long x, long y) {
  return (double)((x * x + 3 * x * y + 7 * y) % 1009);
}

// A work item of strip b: the point (i, j) counted from its lowest, when it has one there.
#define IN_STRIP(a, i, j) (MW_POINTS(a) > 0 && (i) >= 0 && (i) < MW_EXTENT(a, 0) && (j) >= 0 && (j) < MW_EXTENT(a, 1))

__kernel void init(__global uchar* tile, __global uchar* xm, __global uchar* xp, __global uchar* ym, __global uchar* yp,
                   __global const long* shape) {
  const long i = get_global_id(0);
  const long j = get_global_id(1);
  const long r = RADIUS;
  const long width = MW_EXTENT(0, 0) - 2 * r;
  const long height = MW_EXTENT(0, 1) - 2 * r;
  const long x = FIRST_X;
  const long y = FIRST_Y;
  const int inside = i >= r && i < width + r && j >= r && j < height + r;
  AT(tile, 0, 0, i, j) = inside ? first_value(x + i - r, y + j - r) : 0;
  AT(tile, 0, 1, i, j) = 0;
  if (IN_STRIP(1, i, j)) {
    AT(xm, 1, 0, i, j) = first_value(x + width - r + i, y + j);
  }
  if (IN_STRIP(2, i, j)) {
    AT(xp, 2, 0, i, j) = first_value(x + i, y + j);
  }
  if (IN_STRIP(3, i, j)) {
    AT(ym, 3, 0, i, j) = first_value(x + i, y + height - r + j);
  }
  if (IN_STRIP(4, i, j)) {
    AT(yp, 4, 0, i, j) = first_value(x + i, y + j);
  }
}

// The value at (i, j) of the padded tile: from its strip where it lies in the padding, which this work item fills too
// when it is its own point.
double value_at(__global uchar* tile, __global uchar* xm, __global uchar* xp, __global uchar* ym, __global uchar* yp,
                __global const long* shape, long i, long j) {
  const long r = RADIUS;
  const long width = MW_EXTENT(0, 0) - 2 * r;
  const long height = MW_EXTENT(0, 1) - 2 * r;
  if (i < r && IN_STRIP(1, i, j - r)) {
    return AT(xm, 1, 0, i, j - r);
  }
  if (i >= width + r && IN_STRIP(2, i - width - r, j - r)) {
    return AT(xp, 2, 0, i - width - r, j - r);
  }
  if (j < r && IN_STRIP(3, i - r, j)) {
    return AT(ym, 3, 0, i - r, j);
  }
  if (j >= height + r && IN_STRIP(4, i - r, j - height - r)) {
    return AT(yp, 4, 0, i - r, j - height - r);
  }
  return AT(tile, 0, 0, i, j);
}

__kernel void stencil(__global uchar* tile, __global uchar* xm, __global uchar* xp, __global uchar* ym,
                      __global uchar* yp, __global const long* shape) {
  const long i = get_global_id(0);
  const long j = get_global_id(1);
  const long r = RADIUS;
  const long width = MW_EXTENT(0, 0) - 2 * r;
  const long height = MW_EXTENT(0, 1) - 2 * r;
  if (i < r || j < r || i >= width + r || j >= height + r) {
    AT(tile, 0, 0, i, j) = value_at(tile, xm, xp, ym, yp, shape, i, j);
    return;
  }
  const long x = FIRST_X + i - r;
  const long y = FIRST_Y + j - r;
  if (x < r || y < r || x >= PLANE_X - r || y >= PLANE_Y - r) {
    return;
  }
  double sum = AT(tile, 0, 1, i, j);
  for (long k = 1; k <= r; ++k) {
    const double weight = 1 / (double)(2 * k * r);
    const double dx = value_at(tile, xm, xp, ym, yp, shape, i + k, j) - value_at(tile, xm, xp, ym, yp, shape, i - k, j);
    const double dy = value_at(tile, xm, xp, ym, yp, shape, i, j + k) - value_at(tile, xm, xp, ym, yp, shape, i, j - k);
    sum += weight * (dx + dy);
  }
  AT(tile, 0, 1, i, j) = sum;
}

__kernel void increment(__global uchar* tile, __global uchar* xm, __global uchar* xp, __global uchar* ym,
                        __global uchar* yp, __global const long* shape) {
  const long i = get_global_id(0);
  const long j = get_global_id(1);
  const long r = RADIUS;
  if (i >= r && i < MW_EXTENT(0, 0) - r && j >= r && j < MW_EXTENT(0, 1) - r) {
    AT(tile, 0, 0, i, j) += 1;
  }
  if (IN_STRIP(1, i, j)) {
    AT(xm, 1, 0, i, j) += 1;
  }
  if (IN_STRIP(2, i, j)) {
    AT(xp, 2, 0, i, j) += 1;
  }
  if (IN_STRIP(3, i, j)) {
    AT(ym, 3, 0, i, j) += 1;
  }
  if (IN_STRIP(4, i, j)) {
    AT(yp, 4, 0, i, j) += 1;
  }
}
