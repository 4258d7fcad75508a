// C = A B: one thread for each element of C.
/*mapwright
constraints = ["TX*TY <= 1024"]
[tunables]
TX = {values = [8, 16, 32, 64], default = 32}
TY = {values = [1, 2, 4, 8, 16, 32], default = 8}
[[launch]]
kernel = "gemm"
groups = ["floor_div(n + TX - 1, TX)", "floor_div(m + TY - 1, TY)"]
group = ["TX", "TY"]
arguments = ["m", "n", "k", "a", "b", "c"]
*/
extern "C" __global__ void gemm(long long m, long long n, long long k, const float* a, const float* b, float* c) {
  const long long j = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  const long long i = static_cast<long long>(blockIdx.y) * blockDim.y + threadIdx.y;
  if (i >= m || j >= n) {
    return;
  }
  float sum = 0;
  for (long long l = 0; l < k; ++l) {
    sum += a[i * k + l] * b[l * n + j];
  }
  c[i * n + j] = sum;
}
