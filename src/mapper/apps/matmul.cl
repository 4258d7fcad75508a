// The tasks of matrix products on devices: one work item for each number of the tile that is written, the columns in
// dimension 0, so that neighbours read neighbours where rows are contiguous (C_order).
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define ROW ((long)get_global_id(1))
#define COLUMN ((long)get_global_id(0))
#define IN_TILE (ROW < MW_EXTENT(0, 0) && COLUMN < MW_EXTENT(0, 1))
#define NUMBER(m)                                                                                                      \
  (*(__global double*)(MW_FIELD(uchar, m, 0, 0) + ROW * MW_STRIDE(0, 0, 0) + COLUMN * MW_STRIDE(0, 0, 1)))

__kernel void fill_a(__global uchar* m, __global const long* shape) {
  if (IN_TILE) {
    NUMBER(m) = 0;
  }
}

__kernel void fill_b(__global uchar* m, __global const long* shape) {
  if (IN_TILE) {
    const long row = MW_LOW(0, 0) + ROW;
    const long column = MW_LOW(0, 1) + COLUMN;
    NUMBER(m) = (double)((3 * row + 5 * column) % 7 - 3);
  }
}

__kernel void fill_c(__global uchar* m, __global const long* shape) {
  if (IN_TILE) {
    const long row = MW_LOW(0, 0) + ROW;
    const long column = MW_LOW(0, 1) + COLUMN;
    NUMBER(m) = (double)((2 * row + 7 * column) % 11 - 5);
  }
}

__kernel void leave_as_is(__global uchar* m, __global const long* shape) {}

__kernel void multiply(__global uchar* a, __global uchar* b, __global uchar* c, __global const long* shape) {
  if (!IN_TILE) {
    return;
  }
  __global const uchar* row = MW_FIELD(uchar, b, 1, 0) + ROW * MW_STRIDE(1, 0, 0);
  __global const uchar* column = MW_FIELD(uchar, c, 2, 0) + COLUMN * MW_STRIDE(2, 0, 1);
  double sum = 0;
  for (long k = 0; k < MW_EXTENT(1, 1); ++k) {
    sum += *(__global const double*)(row + k * MW_STRIDE(1, 0, 1)) *
           *(__global const double*)(column + k * MW_STRIDE(2, 0, 0));
  }
  NUMBER(a) += sum;
}
