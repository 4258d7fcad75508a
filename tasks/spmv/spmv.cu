/*mapwright
[tunables]
GROUP = {values = [32, 64, 128, 256, 512], default = 128}
[[launch]]
kernel = "spmv"
groups = ["floor_div(rows + GROUP - 1, GROUP)"]
group = ["GROUP"]
arguments = ["rows", "offsets", "column", "value", "x", "y"]
*/
// One thread for each row.

extern "C" __global__ void spmv(long long rows, const int* offsets, const int* column, const float* value,
                                const float* x, float* y) {
  const long long row = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
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
