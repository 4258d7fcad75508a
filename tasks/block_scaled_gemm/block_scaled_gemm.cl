/*mapwright
constraints = ["GX*GY <= 256"]
[tunables]
GX = {values = [4, 8, 16, 32, 64], default = 16}
GY = {values = [1, 2, 4, 8, 16], default = 4}
[[launch]]
kernel = "block_scaled_gemm"
groups = ["floor_div(n + GX - 1, GX)", "floor_div(m + GY - 1, GY)"]
group = ["GX", "GY"]
arguments = ["m", "n", "k", "a", "b", "a_scale", "b_scale", "c"]
*/
// One work item for each element of C; the 8-bit numbers are decoded where they are used.

// Significand times power of two; an exponent of 0 means the power of 1 without the leading bit.
float decode(uchar bits) {
  const int exponent = (bits >> 3) & 15;
  const int significand = (bits & 7) + (exponent > 0 ? 8 : 0);
  const int sign = 1 - ((bits >> 6) & 2);
  const float power = as_float((max(exponent, 1) + 116) << 23);
  return bits == 0x80 ? NAN : (float)(sign * significand) * power;
}

// Rounds to bfloat16, ties to even.
ushort encode(float value) {
  const uint bits = as_uint(value);
  return isnan(value) ? (ushort)0x7fc0 : (ushort)((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

__kernel void block_scaled_gemm(long m, long n, long k, __global const uchar* restrict a,
                                __global const uchar* restrict b, __global const float* restrict a_scale,
                                __global const float* restrict b_scale, __global ushort* restrict c) {
  const long j = get_global_id(0);
  const long i = get_global_id(1);
  if (i >= m || j >= n) {
    return;
  }
  const long blocks = (k + 127) / 128;
  float sum = 0;
  for (long q = 0; q < blocks; ++q) {
    const long end = min((q + 1) * 128, k);
    float part = 0;
    for (long p = q * 128; p < end; ++p) {
      part += decode(a[i * k + p]) * decode(b[j * k + p]);
    }
    sum += part * a_scale[i * blocks + q] * b_scale[j / 128 * blocks + q];
  }
  c[i * n + j] = encode(sum);
}
