/*mapwright
[tunables]
GROUP = {values = [32, 64, 128, 256], default = 64}
[[launch]]
kernel = "nearest_neighbours"
groups = ["floor_div(queries + GROUP - 1, GROUP)"]
group = ["GROUP"]
arguments = ["queries", "points", "d", "k", "query", "point", "distance"]
*/
// One thread for each query: each point's distance is put in its place among the k smallest so far.

extern "C" __global__ void nearest_neighbours(long long queries, long long points, long long d, long long k,
                                              const float* query, const float* point, float* distance) {
  const long long q = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (q >= queries) {
    return;
  }
  float* nearest = distance + q * k;
  for (long long p = 0; p < points; ++p) {
    float sum = 0;
    for (long long axis = 0; axis < d; ++axis) {
      const float way = query[q * d + axis] - point[p * d + axis];
      sum += way * way;
    }
    if (p >= k && sum >= nearest[k - 1]) {
      continue;
    }
    long long at = p < k ? p : k - 1;
    for (; at > 0 && nearest[at - 1] > sum; --at) {
      nearest[at] = nearest[at - 1];
    }
    nearest[at] = sum;
  }
}
