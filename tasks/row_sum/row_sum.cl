// y[i] = sum of row i: one work item for each row.
/*mapwright
[tunables]
GROUP = {values = [16, 32, 64, 128, 256], default = 64}
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
  float sum = 0;
  for (long j = 0; j < columns; ++j) {
    sum += x[i * columns + j];
  }
  y[i] = sum;
}
