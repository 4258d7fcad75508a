/*mapwright
[tunables]
GROUP = {values = [1, 4, 16, 64, 256], default = 16}
LANES = {values = [1, 4, 8, 16], default = 1}
AGAIN = [0, 1]
[[launch]]
kernel = "softmax"
groups = ["floor_div(rows + GROUP - 1, GROUP)"]
group = ["GROUP"]
arguments = ["rows", "columns", "x", "y"]
*/
// One work item for each row, three passes, with LANES elements side by side: largest element, sum of exponentials,
// quotients. AGAIN: exponentials are computed twice instead of being kept in y.

__kernel void softmax(long rows, long columns, __global const float* restrict x, __global float* restrict y) {
  const long row = get_global_id(0);
  if (row >= rows) {
    return;
  }
  __global const float* in = x + row * columns;
  __global float* out = y + row * columns;
  const long even = columns / LANES * LANES;
  float tops[LANES];
  float sums[LANES];
  for (int lane = 0; lane < LANES; ++lane) {
    tops[lane] = in[0];
    sums[lane] = 0;
  }
  for (long i = 0; i < even; i += LANES) {
    for (int lane = 0; lane < LANES; ++lane) {
      tops[lane] = fmax(tops[lane], in[i + lane]);
    }
  }
  float top = tops[0];
  for (int lane = 1; lane < LANES; ++lane) {
    top = fmax(top, tops[lane]);
  }
  for (long i = even; i < columns; ++i) {
    top = fmax(top, in[i]);
  }
  for (long i = 0; i < even; i += LANES) {
    for (int lane = 0; lane < LANES; ++lane) {
      const float value = exp(in[i + lane] - top);
      if (!AGAIN) {
        out[i + lane] = value;
      }
      sums[lane] += value;
    }
  }
  float sum = 0;
  for (int lane = 0; lane < LANES; ++lane) {
    sum += sums[lane];
  }
  for (long i = even; i < columns; ++i) {
    const float value = exp(in[i] - top);
    if (!AGAIN) {
      out[i] = value;
    }
    sum += value;
  }
  for (long i = 0; i < columns; ++i) {
    out[i] = (AGAIN ? exp(in[i] - top) : out[i]) / sum;
  }
}
