/*mapwright
constraints = ["GX*GY <= 1024"]
[tunables]
GX = {values = [8, 16, 32, 64, 128], default = 32}
GY = {values = [1, 2, 4, 8, 16], default = 8}
[[launch]]
kernel = "syrk"
groups = ["floor_div(n + GX - 1, GX)", "floor_div(n + GY - 1, GY)"]
group = ["GX", "GY"]
arguments = ["n", "k", "a", "c"]
*/
// One thread for each element of C; those above the diagonal have nothing to do.

extern "C" __global__ void syrk(long long n, long long k, const float* a, float* c) {
  const long long j = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  const long long i = static_cast<long long>(blockIdx.y) * blockDim.y + threadIdx.y;
  if (i >= n || j > i) {
    return;
  }
  float sum = 0;
  for (long long p = 0; p < k; ++p) {
    sum += a[i * k + p] * a[j * k + p];
  }
  c[i * n + j] = sum;
}
