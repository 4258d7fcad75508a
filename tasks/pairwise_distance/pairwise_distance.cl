/*mapwright
constraints = ["GX*GY <= 256"]
[tunables]
GX = {values = [4, 8, 16, 32, 64], default = 16}
GY = {values = [1, 2, 4, 8, 16], default = 4}
LANES = {values = [1, 2, 4, 8], default = 1}
[[launch]]
kernel = "pairwise_distance"
groups = ["floor_div(n + GX - 1, GX)", "floor_div(n + GY - 1, GY)"]
group = ["GX", "GY"]
arguments = ["n", "d", "points", "distances"]
*/
// One work item for each cell of the square, with LANES sums side by side; those above the diagonal have nothing to do.

__kernel void pairwise_distance(long n, long d, __global const float* restrict points,
                                __global float* restrict distances) {
  const long j = get_global_id(0);
  const long i = get_global_id(1);
  if (i >= n || j > i) {
    return;
  }
  float sum[LANES];
  for (int lane = 0; lane < LANES; ++lane) {
    sum[lane] = 0;
  }
  long axis = 0;
  for (; axis + LANES <= d; axis += LANES) {
    for (int lane = 0; lane < LANES; ++lane) {
      const float way = points[i * d + axis + lane] - points[j * d + axis + lane];
      sum[lane] += way * way;
    }
  }
  float total = 0;
  for (int lane = 0; lane < LANES; ++lane) {
    total += sum[lane];
  }
  for (; axis < d; ++axis) {
    const float way = points[i * d + axis] - points[j * d + axis];
    total += way * way;
  }
  distances[i * (i + 1) / 2 + j] = total;
}
