/*mapwright
constraints = ["GX*GY <= 1024"]
[tunables]
GX = {values = [8, 16, 32, 64, 128], default = 32}
GY = {values = [1, 2, 4, 8, 16], default = 8}
[[launch]]
kernel = "pairwise_distance"
groups = ["floor_div(n + GX - 1, GX)", "floor_div(n + GY - 1, GY)"]
group = ["GX", "GY"]
arguments = ["n", "d", "points", "distances"]
*/
// One thread for each cell of the square; those above the diagonal have nothing to do.

extern "C" __global__ void pairwise_distance(long long n, long long d, const float* points, float* distances) {
  const long long j = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  const long long i = static_cast<long long>(blockIdx.y) * blockDim.y + threadIdx.y;
  if (i >= n || j > i) {
    return;
  }
  float sum = 0;
  for (long long axis = 0; axis < d; ++axis) {
    const float way = points[i * d + axis] - points[j * d + axis];
    sum += way * way;
  }
  distances[i * (i + 1) / 2 + j] = sum;
}
