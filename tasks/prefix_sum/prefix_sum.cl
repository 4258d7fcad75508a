/*mapwright
[tunables]
CHUNK = {values = [64, 256, 1024, 4096], default = 1024}
GROUP = {values = [1, 4, 16, 64], default = 4}
[[scratch]]
name = "sums"
type = "f32"
shape = ["floor_div(n + CHUNK - 1, CHUNK)"]
[[launch]]
kernel = "sum_chunks"
groups = ["floor_div(n + CHUNK*GROUP - 1, CHUNK*GROUP)"]
group = ["GROUP"]
arguments = ["n", "x", "sums"]
[[launch]]
kernel = "scan_sums"
groups = ["1"]
group = ["1"]
arguments = ["floor_div(n + CHUNK - 1, CHUNK)", "sums"]
[[launch]]
kernel = "scan_chunks"
groups = ["floor_div(n + CHUNK*GROUP - 1, CHUNK*GROUP)"]
group = ["GROUP"]
arguments = ["n", "x", "sums", "y"]
*/
// One work item for each chunk: its sum; then one work item scans the sums; then the sums within each chunk.

__kernel void sum_chunks(long n, __global const float* restrict x, __global float* restrict sums) {
  const long chunk = get_global_id(0);
  if (chunk * CHUNK >= n) {
    return;
  }
  const long end = min((chunk + 1) * CHUNK, n);
  float sum = 0;
  for (long i = chunk * CHUNK; i < end; ++i) {
    sum += x[i];
  }
  sums[chunk] = sum;
}

// Replaces each sum by the sum of those before it.
__kernel void scan_sums(long chunks, __global float* sums) {
  float total = 0;
  for (long chunk = 0; chunk < chunks; ++chunk) {
    const float sum = sums[chunk];
    sums[chunk] = total;
    total += sum;
  }
}

__kernel void scan_chunks(long n, __global const float* restrict x, __global const float* restrict sums,
                          __global float* restrict y) {
  const long chunk = get_global_id(0);
  if (chunk * CHUNK >= n) {
    return;
  }
  const long end = min((chunk + 1) * CHUNK, n);
  float sum = sums[chunk];
  for (long i = chunk * CHUNK; i < end; ++i) {
    sum += x[i];
    y[i] = sum;
  }
}
