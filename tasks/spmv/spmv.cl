/*mapwright
[tunables]
GROUP = {values = [1, 4, 8, 16, 32, 64, 128, 256], default = 64}
LANES = {values = [1, 2, 4, 8], default = 1}
[[launch]]
kernel = "spmv"
groups = ["floor_div(rows + GROUP - 1, GROUP)"]
group = ["GROUP"]
arguments = ["rows", "offsets", "column", "value", "x", "y"]
*/
// One work item for each row, with LANES sums side by side.

__kernel void spmv(long rows, __global const int* restrict offsets, __global const int* restrict column,
                   __global const float* restrict value, __global const float* restrict x, __global float* restrict y) {
  const long row = get_global_id(0);
  if (row >= rows) {
    return;
  }
  const int end = offsets[row + 1];
  float sum[LANES];
  for (int lane = 0; lane < LANES; ++lane) {
    sum[lane] = 0;
  }
  int entry = offsets[row];
  for (; entry + LANES <= end; entry += LANES) {
    for (int lane = 0; lane < LANES; ++lane) {
      sum[lane] += value[entry + lane] * x[column[entry + lane]];
    }
  }
  float total = 0;
  for (int lane = 0; lane < LANES; ++lane) {
    total += sum[lane];
  }
  for (; entry < end; ++entry) {
    total += value[entry] * x[column[entry]];
  }
  y[row] = total;
}
