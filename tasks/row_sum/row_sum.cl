// y[i] = sum of row i: one work item for each row, with LANES sums side by side.
/*mapwright
[tunables]
GROUP = {values = [1, 4, 16, 64, 256], default = 64}
LANES = {values = [1, 2, 4, 8, 16, 32], default = 1}
[[launch]]
kernel = "row_sum"
groups = ["floor_div(rows + GROUP - 1, GROUP)"]
group = ["GROUP"]
arguments = ["rows", "columns", "x", "y"]
*/
__kernel void row_sum(long rows, long columns, __global const float* x, __global float* y) {
  const long i = get_global_id(0);
  if (i >= rows) {
    return;
  }
  float sum[LANES];
  for (int lane = 0; lane < LANES; ++lane) {
    sum[lane] = 0;
  }
  long j = 0;
  for (; j + LANES <= columns; j += LANES) {
    for (int lane = 0; lane < LANES; ++lane) {
      sum[lane] += x[i * columns + j + lane];
    }
  }
  float total = 0;
  for (int lane = 0; lane < LANES; ++lane) {
    total += sum[lane];
  }
  for (; j < columns; ++j) {
    total += x[i * columns + j];
  }
  y[i] = total;
}
