// B = transpose of A: one work item for each element, or for ITEMS of them, TY rows apart.
/*mapwright
constraints = ["TX*TY <= 256"]
[tunables]
TX = {values = [8, 16, 32], default = 16}
TY = {values = [4, 8, 16], default = 8}
ITEMS = {values = [1, 2, 4], default = 1}
ROWS_FIRST = [0, 1]
[[launch]]
kernel = "transpose"
groups = ["floor_div(n + TX - 1, TX)", "floor_div(m + TY*ITEMS - 1, TY*ITEMS)"]
group = ["TX", "TY"]
arguments = ["m", "n", "a", "b"]
*/
// ROWS_FIRST: neighbouring work items take neighbouring rows, so that writes are side by side instead of reads.

__kernel void transpose(long m, long n, __global const float* a, __global float* b) {
  const int at = get_local_id(1) * TX + get_local_id(0);
  const int x = ROWS_FIRST ? at / TY : at % TX;
  const int y = ROWS_FIRST ? at % TY : at / TX;
  const long j = get_group_id(0) * TX + x;
  for (int item = 0; item < ITEMS; ++item) {
    const long i = (get_group_id(1) * ITEMS + item) * TY + y;
    if (i < m && j < n) {
      b[j * m + i] = a[i * n + j];
    }
  }
}
