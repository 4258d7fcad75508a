/*mapwright
[tunables]
GROUP = {values = [1, 4, 16, 64, 256], default = 64}
BODIES = {values = [1, 2, 4], default = 1}
RECIPROCAL = [0, 1]
[[launch]]
kernel = "n_body"
groups = ["floor_div(n + GROUP*BODIES - 1, GROUP*BODIES)"]
group = ["GROUP"]
arguments = ["n", "softening", "position", "mass", "acceleration"]
*/
// One work item for each body, or for BODIES of them, GROUP apart. RECIPROCAL: by rsqrt instead of sqrt and a division.

float pull(float mass, float square) {
  const float inverse = rsqrt(square);
  return RECIPROCAL ? mass * inverse * inverse * inverse : mass / (square * sqrt(square));
}

__kernel void n_body(long n, float softening, __global const float* restrict position,
                     __global const float* restrict mass, __global float* restrict acceleration) {
  const long i = get_group_id(0) * (GROUP * BODIES) + get_local_id(0);
  float3 here[BODIES];
  float3 sum[BODIES];
  for (int body = 0; body < BODIES; ++body) {
    here[body] = vload3(min(i + body * GROUP, n - 1), position);
    sum[body] = (float3)(0);
  }
  for (long j = 0; j < n; ++j) {
    const float3 there = vload3(j, position);
    for (int body = 0; body < BODIES; ++body) {
      const float3 way = there - here[body];
      const float square = way.x * way.x + way.y * way.y + way.z * way.z + softening;
      sum[body] += pull(mass[j], square) * way;
    }
  }
  for (int body = 0; body < BODIES; ++body) {
    if (i + body * GROUP < n) {
      vstore3(sum[body], i + body * GROUP, acceleration);
    }
  }
}
