/*mapwright
[tunables]
GROUP = {values = [1, 4, 16, 64, 256], default = 16}
[[launch]]
kernel = "nearest_neighbours"
groups = ["floor_div(queries + GROUP - 1, GROUP)"]
group = ["GROUP"]
arguments = ["queries", "points", "d", "k", "query", "point", "distance"]
*/
// One work item for each query: each point's distance is put in its place among the k smallest so far.

__kernel void nearest_neighbours(long queries, long points, long d, long k, __global const float* restrict query,
                                 __global const float* restrict point, __global float* restrict distance) {
  const long q = get_global_id(0);
  if (q >= queries) {
    return;
  }
  __global float* nearest = distance + q * k;
  for (long p = 0; p < points; ++p) {
    float sum = 0;
    for (long axis = 0; axis < d; ++axis) {
      const float way = query[q * d + axis] - point[p * d + axis];
      sum += way * way;
    }
    if (p >= k && sum >= nearest[k - 1]) {
      continue;
    }
    long at = min(p, k - 1);
    for (; at > 0 && nearest[at - 1] > sum; --at) {
      nearest[at] = nearest[at - 1];
    }
    nearest[at] = sum;
  }
}
