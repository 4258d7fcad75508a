/*mapwright
constraints = ["GX*GY <= 256"]
[tunables]
GX = {values = [4, 8, 16, 32, 64], default = 16}
GY = {values = [1, 2, 4, 8, 16], default = 4}
GROUP = {values = [1, 4, 16, 64], default = 16}
[[scratch]]
name = "weights"
type = "f32"
shape = ["batch", "n", "n"]
[[launch]]
kernel = "scores"
groups = ["floor_div(n + GX - 1, GX)", "floor_div(n + GY - 1, GY)", "batch"]
group = ["GX", "GY", "1"]
arguments = ["n", "d", "q", "k", "weights"]
[[launch]]
kernel = "softmax"
groups = ["floor_div(n + GROUP - 1, GROUP)", "batch"]
group = ["GROUP", "1"]
arguments = ["n", "weights"]
[[launch]]
kernel = "average"
groups = ["floor_div(d + GX - 1, GX)", "floor_div(n + GY - 1, GY)", "batch"]
group = ["GX", "GY", "1"]
arguments = ["n", "d", "weights", "v", "result"]
*/
// Three launches with all weights in memory: scores, their softmax row by row, weighted sums of the values.

__kernel void scores(long n, long d, __global const float* restrict q, __global const float* restrict k,
                     __global float* restrict weights) {
  const long j = get_global_id(0);
  const long i = get_global_id(1);
  const long first = get_global_id(2) * n;
  if (i >= n || j > i) {
    return;
  }
  float score = 0;
  for (long t = 0; t < d; ++t) {
    score += q[(first + i) * d + t] * k[(first + j) * d + t];
  }
  weights[(first + i) * n + j] = score / sqrt((float)d);
}

__kernel void softmax(long n, __global float* weights) {
  const long i = get_global_id(0);
  if (i >= n) {
    return;
  }
  __global float* row = weights + (get_global_id(1) * n + i) * n;
  float top = row[0];
  for (long j = 1; j <= i; ++j) {
    top = fmax(top, row[j]);
  }
  float total = 0;
  for (long j = 0; j <= i; ++j) {
    row[j] = exp(row[j] - top);
    total += row[j];
  }
  for (long j = 0; j <= i; ++j) {
    row[j] /= total;
  }
}

__kernel void average(long n, long d, __global const float* restrict weights, __global const float* restrict v,
                      __global float* restrict result) {
  const long t = get_global_id(0);
  const long i = get_global_id(1);
  const long first = get_global_id(2) * n;
  if (i >= n || t >= d) {
    return;
  }
  float sum = 0;
  for (long j = 0; j <= i; ++j) {
    sum += weights[(first + i) * n + j] * v[(first + j) * d + t];
  }
  result[(first + i) * d + t] = sum;
}
