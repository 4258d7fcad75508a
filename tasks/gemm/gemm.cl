// C = A B: one work item for each element of C, or for WX by WY of them.
/*mapwright
constraints = ["TX*TY <= 256"]
[tunables]
TX = {values = [8, 16, 32], default = 16}
TY = {values = [4, 8, 16], default = 8}
WX = {values = [1, 2, 4], default = 1}
WY = {values = [1, 2, 4], default = 1}
[[launch]]
kernel = "gemm"
groups = ["floor_div(n + TX*WX - 1, TX*WX)", "floor_div(m + TY*WY - 1, TY*WY)"]
group = ["TX", "TY"]
arguments = ["m", "n", "k", "a", "b", "c"]
*/
__kernel void gemm(long m, long n, long k, __global const float* a, __global const float* b, __global float* c) {
  const long j = get_group_id(0) * (TX * WX) + get_local_id(0);
  const long i = get_group_id(1) * (TY * WY) + get_local_id(1);
  float sum[WY][WX];
  long row[WY];
  long column[WX];
  for (int y = 0; y < WY; ++y) {
    row[y] = min(i + y * TY, m - 1) * k;
    for (int x = 0; x < WX; ++x) {
      sum[y][x] = 0;
    }
  }
  for (int x = 0; x < WX; ++x) {
    column[x] = min(j + x * TX, n - 1);
  }
  for (long l = 0; l < k; ++l) {
    for (int y = 0; y < WY; ++y) {
      for (int x = 0; x < WX; ++x) {
        sum[y][x] += a[row[y] + l] * b[l * n + column[x]];
      }
    }
  }
  for (int y = 0; y < WY; ++y) {
    for (int x = 0; x < WX; ++x) {
      if (i + y * TY < m && j + x * TX < n) {
        c[(i + y * TY) * n + j + x * TX] = sum[y][x];
      }
    }
  }
}
