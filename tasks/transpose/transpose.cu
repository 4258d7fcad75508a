// B = transpose of A: one thread for each element.
/*mapwright
constraints = ["TX*TY <= 1024"]
[tunables]
TX = {values = [8, 16, 32, 64], default = 32}
TY = {values = [1, 2, 4, 8, 16, 32], default = 8}
[[launch]]
kernel = "transpose"
groups = ["floor_div(n + TX - 1, TX)", "floor_div(m + TY - 1, TY)"]
group = ["TX", "TY"]
arguments = ["m", "n", "a", "b"]
*/
extern "C" __global__ void transpose(long long m, long long n, const float* a, float* b) {
  const long long j = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  const long long i = static_cast<long long>(blockIdx.y) * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    b[j * m + i] = a[i * n + j];
  }
}
