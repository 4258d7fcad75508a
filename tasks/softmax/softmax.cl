/*mapwright
[tunables]
GROUP = {values = [1, 4, 16, 64, 256], default = 16}
[[launch]]
kernel = "softmax"
groups = ["floor_div(rows + GROUP - 1, GROUP)"]
group = ["GROUP"]
arguments = ["rows", "columns", "x", "y"]
*/
// One work item for each row, three passes: largest element, sum of exponentials, quotients.

__kernel void softmax(long rows, long columns, __global const float* restrict x, __global float* restrict y) {
  const long row = get_global_id(0);
  if (row >= rows) {
    return;
  }
  __global const float* in = x + row * columns;
  __global float* out = y + row * columns;
  float top = in[0];
  for (long i = 1; i < columns; ++i) {
    top = fmax(top, in[i]);
  }
  float sum = 0;
  for (long i = 0; i < columns; ++i) {
    out[i] = exp(in[i] - top);
    sum += out[i];
  }
  for (long i = 0; i < columns; ++i) {
    out[i] /= sum;
  }
}
