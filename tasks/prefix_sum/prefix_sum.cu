/*mapwright
[tunables]
CHUNK = {values = [16, 64, 256, 1024], default = 256}
GROUP = {values = [32, 64, 128, 256], default = 64}
[[scratch]]
name = "sums"
type = "f32"
shape = ["floor_div(n + CHUNK - 1, CHUNK)"]
[[launch]]
kernel = "sum_chunks"
groups = ["floor_div(n + CHUNK*GROUP - 1, CHUNK*GROUP)"]
group = ["GROUP"]
arguments = ["n", "x", "sums"]
[[launch]]
kernel = "scan_sums"
groups = ["1"]
group = ["1"]
arguments = ["floor_div(n + CHUNK - 1, CHUNK)", "sums"]
[[launch]]
kernel = "scan_chunks"
groups = ["floor_div(n + CHUNK*GROUP - 1, CHUNK*GROUP)"]
group = ["GROUP"]
arguments = ["n", "x", "sums", "y"]
*/
// One thread for each chunk: its sum; then one thread scans the sums; then the sums within each chunk.

extern "C" __global__ void sum_chunks(long long n, const float* x, float* sums) {
  const long long chunk = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (chunk * CHUNK >= n) {
    return;
  }
  const long long end = (chunk + 1) * CHUNK < n ? (chunk + 1) * CHUNK : n;
  float sum = 0;
  for (long long i = chunk * CHUNK; i < end; ++i) {
    sum += x[i];
  }
  sums[chunk] = sum;
}

// Replaces each sum by the sum of those before it.
extern "C" __global__ void scan_sums(long long chunks, float* sums) {
  float total = 0;
  for (long long chunk = 0; chunk < chunks; ++chunk) {
    const float sum = sums[chunk];
    sums[chunk] = total;
    total += sum;
  }
}

extern "C" __global__ void scan_chunks(long long n, const float* x, const float* sums, float* y) {
  const long long chunk = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (chunk * CHUNK >= n) {
    return;
  }
  const long long end = (chunk + 1) * CHUNK < n ? (chunk + 1) * CHUNK : n;
  float sum = sums[chunk];
  for (long long i = chunk * CHUNK; i < end; ++i) {
    sum += x[i];
    y[i] = sum;
  }
}
