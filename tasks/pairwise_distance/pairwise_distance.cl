/*mapwright
constraints = ["GX*GY <= 256"]
[tunables]
GX = {values = [4, 8, 16, 32, 64], default = 16}
GY = {values = [1, 2, 4, 8, 16], default = 4}
[[launch]]
kernel = "pairwise_distance"
groups = ["floor_div(n + GX - 1, GX)", "floor_div(n + GY - 1, GY)"]
group = ["GX", "GY"]
arguments = ["n", "d", "points", "distances"]
*/
// One work item for each cell of the square; those above the diagonal have nothing to do.

__kernel void pairwise_distance(long n, long d, __global const float* restrict points,
                                __global float* restrict distances) {
  const long j = get_global_id(0);
  const long i = get_global_id(1);
  if (i >= n || j > i) {
    return;
  }
  float sum = 0;
  for (long axis = 0; axis < d; ++axis) {
    const float way = points[i * d + axis] - points[j * d + axis];
    sum += way * way;
  }
  distances[i * (i + 1) / 2 + j] = sum;
}
