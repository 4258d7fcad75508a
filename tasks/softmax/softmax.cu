/*mapwright
[tunables]
GROUP = {values = [32, 64, 128, 256, 512], default = 64}
[[launch]]
kernel = "softmax"
groups = ["floor_div(rows + GROUP - 1, GROUP)"]
group = ["GROUP"]
arguments = ["rows", "columns", "x", "y"]
*/
// One thread for each row, three passes: largest element, sum of exponentials, quotients.

extern "C" __global__ void softmax(long long rows, long long columns, const float* x, float* y) {
  const long long row = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (row >= rows) {
    return;
  }
  const float* in = x + row * columns;
  float* out = y + row * columns;
  float top = in[0];
  for (long long i = 1; i < columns; ++i) {
    top = fmaxf(top, in[i]);
  }
  float sum = 0;
  for (long long i = 0; i < columns; ++i) {
    out[i] = expf(in[i] - top);
    sum += out[i];
  }
  for (long long i = 0; i < columns; ++i) {
    out[i] /= sum;
  }
}
