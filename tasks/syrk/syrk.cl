/*mapwright
constraints = ["GX*GY <= 256"]
[tunables]
GX = {values = [4, 8, 16, 32, 64], default = 16}
GY = {values = [1, 2, 4, 8, 16], default = 4}
[[launch]]
kernel = "syrk"
groups = ["floor_div(n + GX - 1, GX)", "floor_div(n + GY - 1, GY)"]
group = ["GX", "GY"]
arguments = ["n", "k", "a", "c"]
*/
// One work item for each element of C; those above the diagonal have nothing to do.

__kernel void syrk(long n, long k, __global const float* restrict a, __global float* restrict c) {
  const long j = get_global_id(0);
  const long i = get_global_id(1);
  if (i >= n || j > i) {
    return;
  }
  float sum = 0;
  for (long p = 0; p < k; ++p) {
    sum += a[i * k + p] * a[j * k + p];
  }
  c[i * n + j] = sum;
}
