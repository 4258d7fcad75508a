/*mapwright
constraints = ["GX*GY <= 1024"]
[tunables]
GX = {values = [8, 16, 32, 64, 128], default = 32}
GY = {values = [1, 2, 4, 8, 16], default = 8}
GROUP = {values = [32, 64, 128, 256], default = 64}
[[scratch]]
name = "weights"
type = "f32"
shape = ["batch", "n", "n"]
[[launch]]
kernel = "scores"
groups = ["floor_div(n + GX - 1, GX)", "floor_div(n + GY - 1, GY)", "batch"]
group = ["GX", "GY", "1"]
arguments = ["n", "d", "q", "k", "weights"]
[[launch]]
kernel = "softmax"
groups = ["floor_div(n + GROUP - 1, GROUP)", "batch"]
group = ["GROUP", "1"]
arguments = ["n", "weights"]
[[launch]]
kernel = "average"
groups = ["floor_div(d + GX - 1, GX)", "floor_div(n + GY - 1, GY)", "batch"]
group = ["GX", "GY", "1"]
arguments = ["n", "d", "weights", "v", "result"]
*/
// Three launches with all weights in memory: scores, their softmax row by row, weighted sums of the values.

extern "C" __global__ void scores(long long n, long long d, const float* q, const float* k, float* weights) {
  const long long j = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  const long long i = static_cast<long long>(blockIdx.y) * blockDim.y + threadIdx.y;
  const long long first = blockIdx.z * n;
  if (i >= n || j > i) {
    return;
  }
  float score = 0;
  for (long long t = 0; t < d; ++t) {
    score += q[(first + i) * d + t] * k[(first + j) * d + t];
  }
  weights[(first + i) * n + j] = score / sqrtf(static_cast<float>(d));
}

extern "C" __global__ void softmax(long long n, float* weights) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) {
    return;
  }
  float* row = weights + (blockIdx.y * n + i) * n;
  float top = row[0];
  for (long long j = 1; j <= i; ++j) {
    top = fmaxf(top, row[j]);
  }
  float total = 0;
  for (long long j = 0; j <= i; ++j) {
    row[j] = expf(row[j] - top);
    total += row[j];
  }
  for (long long j = 0; j <= i; ++j) {
    row[j] /= total;
  }
}

extern "C" __global__ void average(long long n, long long d, const float* weights, const float* v, float* result) {
  const long long t = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  const long long i = static_cast<long long>(blockIdx.y) * blockDim.y + threadIdx.y;
  const long long first = blockIdx.z * n;
  if (i >= n || t >= d) {
    return;
  }
  float sum = 0;
  for (long long j = 0; j <= i; ++j) {
    sum += weights[(first + i) * n + j] * v[(first + j) * d + t];
  }
  result[(first + i) * d + t] = sum;
}
