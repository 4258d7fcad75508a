// C = A B: one work item for each element of C.
/*mapwright
constraints = ["TX*TY <= 256"]
[tunables]
TX = {values = [4, 8, 16, 32], default = 16}
TY = {values = [4, 8, 16, 32], default = 8}
[[launch]]
kernel = "gemm"
groups = ["floor_div(n + TX - 1, TX)", "floor_div(m + TY - 1, TY)"]
group = ["TX", "TY"]
arguments = ["m", "n", "k", "a", "b", "c"]
*/
__kernel void gemm(long m, long n, long k, __global const float* a, __global const float* b, __global float* c) {
  const long j = get_global_id(0);
  const long i = get_global_id(1);
  if (i >= m || j >= n) {
    return;
  }
  float sum = 0;
  for (long l = 0; l < k; ++l) {
    sum += a[i * k + l] * b[l * n + j];
  }
  c[i * n + j] = sum;
}
