/*mapwright
[tunables]
GROUP = {values = [1, 4, 16, 64, 256], default = 64}
[[launch]]
kernel = "spmv"
groups = ["floor_div(rows + GROUP - 1, GROUP)"]
group = ["GROUP"]
arguments = ["rows", "offsets", "column", "value", "x", "y"]
*/
// One work item for each row.

__kernel void spmv(long rows, __global const int* restrict offsets, __global const int* restrict column,
                   __global const float* restrict value, __global const float* restrict x, __global float* restrict y) {
  const long row = get_global_id(0);
  if (row >= rows) {
    return;
  }
  const int end = offsets[row + 1];
  float sum = 0;
  for (int entry = offsets[row]; entry < end; ++entry) {
    sum += value[entry] * x[column[entry]];
  }
  y[row] = sum;
}
