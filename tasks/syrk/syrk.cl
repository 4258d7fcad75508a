/*mapwright
constraints = ["GX*GY <= 256"]
[tunables]
GX = {values = [8, 16, 32], default = 16}
GY = {values = [1, 4, 16], default = 4}
LANES = {values = [1, 4, 8, 16], default = 1}
[[launch]]
kernel = "syrk"
groups = ["floor_div(n + GX - 1, GX)", "floor_div(n + GY - 1, GY)"]
group = ["GX", "GY"]
arguments = ["n", "k", "a", "c"]
*/
// One work item for each element of C, with LANES sums side by side; those above the diagonal have nothing to do.

__kernel void syrk(long n, long k, __global const float* restrict a, __global float* restrict c) {
  const long j = get_global_id(0);
  const long i = get_global_id(1);
  if (i >= n || j > i) {
    return;
  }
  float sum[LANES];
  for (int lane = 0; lane < LANES; ++lane) {
    sum[lane] = 0;
  }
  long p = 0;
  for (; p + LANES <= k; p += LANES) {
    for (int lane = 0; lane < LANES; ++lane) {
      sum[lane] += a[i * k + p + lane] * a[j * k + p + lane];
    }
  }
  float total = 0;
  for (int lane = 0; lane < LANES; ++lane) {
    total += sum[lane];
  }
  for (; p < k; ++p) {
    total += a[i * k + p] * a[j * k + p];
  }
  c[i * n + j] = total;
}
