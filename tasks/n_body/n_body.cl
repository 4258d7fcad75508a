/*mapwright
[tunables]
GROUP = {values = [1, 4, 16, 64, 256], default = 64}
[[launch]]
kernel = "n_body"
groups = ["floor_div(n + GROUP - 1, GROUP)"]
group = ["GROUP"]
arguments = ["n", "softening", "position", "mass", "acceleration"]
*/
// One work item for each body.

__kernel void n_body(long n, float softening, __global const float* restrict position,
                     __global const float* restrict mass, __global float* restrict acceleration) {
  const long i = get_global_id(0);
  if (i >= n) {
    return;
  }
  const float3 here = vload3(i, position);
  float3 sum = (float3)(0);
  for (long j = 0; j < n; ++j) {
    const float3 way = vload3(j, position) - here;
    const float square = way.x * way.x + way.y * way.y + way.z * way.z + softening;
    sum += mass[j] / (square * sqrt(square)) * way;
  }
  vstore3(sum, i, acceleration);
}
