// y[i] = sum of row i: one thread for each row.
/*mapwright
[tunables]
GROUP = {values = [32, 64, 128, 256, 512], default = 64}
[[launch]]
kernel = "row_sum"
groups = ["floor_div(rows + GROUP - 1, GROUP)"]
group = ["GROUP"]
arguments = ["rows", "columns", "x", "y"]
*/
extern "C" __global__ void row_sum(long long rows, long long columns, const float* x, float* y) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= rows) {
    return;
  }
  float sum = 0;
  for (long long j = 0; j < columns; ++j) {
    sum += x[i * columns + j];
  }
  y[i] = sum;
}
