/*mapwright
[tunables]
GROUP = {values = [64, 128, 256, 512], default = 256}
ITEMS = {values = [1, 4, 16, 64], default = 16}
[[launch]]
kernel = "clear"
groups = ["floor_div(bins + GROUP - 1, GROUP)"]
group = ["GROUP"]
arguments = ["bins", "counts"]
[[launch]]
kernel = "count"
groups = ["floor_div(n + GROUP*ITEMS - 1, GROUP*ITEMS)"]
group = ["GROUP"]
arguments = ["n", "keys", "counts"]
*/
// All threads count into the same bins, one atomic addition for each key; ITEMS keys for each thread.

extern "C" __global__ void clear(long long bins, unsigned* counts) {
  const long long bin = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (bin < bins) {
    counts[bin] = 0;
  }
}

extern "C" __global__ void count(long long n, const int* keys, unsigned* counts) {
  const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += step) {
    atomicAdd(counts + keys[i], 1u);
  }
}
