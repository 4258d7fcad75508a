/*mapwright
[tunables]
GROUP = {values = [1, 4, 16, 64, 256], default = 64}
ITEMS = {values = [1, 4, 16, 64, 256], default = 16}
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
// All work items count into the same bins, one atomic addition for each key; ITEMS keys for each work item.

__kernel void clear(long bins, __global uint* restrict counts) {
  const long bin = get_global_id(0);
  if (bin < bins) {
    counts[bin] = 0;
  }
}

__kernel void count(long n, __global const int* restrict keys, __global uint* counts) {
  const long step = get_global_size(0);
  for (long i = get_global_id(0); i < n; i += step) {
    atomic_inc(counts + keys[i]);
  }
}
