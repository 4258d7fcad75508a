// B = transpose of A: one work item for each element.
/*mapwright
constraints = ["TX*TY <= 256"]
[tunables]
TX = {values = [4, 8, 16, 32], default = 16}
TY = {values = [4, 8, 16, 32], default = 8}
[[launch]]
kernel = "transpose"
groups = ["floor_div(n + TX - 1, TX)", "floor_div(m + TY - 1, TY)"]
group = ["TX", "TY"]
arguments = ["m", "n", "a", "b"]
*/
__kernel void transpose(long m, long n, __global const float* a, __global float* b) {
  const long j = get_global_id(0);
  const long i = get_global_id(1);
  if (i < m && j < n) {
    b[j * m + i] = a[i * n + j];
  }
}
