/*mapwright
constraints = ["GX*GY <= 1024"]
[tunables]
GX = {values = [8, 16, 32, 64, 128], default = 32}
GY = {values = [1, 2, 4, 8, 16], default = 8}
[[launch]]
kernel = "block_scaled_gemm"
groups = ["floor_div(n + GX - 1, GX)", "floor_div(m + GY - 1, GY)"]
group = ["GX", "GY"]
arguments = ["m", "n", "k", "a", "b", "a_scale", "b_scale", "c"]
*/
// One thread for each element of C; the 8-bit numbers are decoded where they are used.

// Significand times power of two; an exponent of 0 means the power of 1 without the leading bit.
__device__ float decode(unsigned char bits) {
  const int exponent = (bits >> 3) & 15;
  const int significand = (bits & 7) + (exponent > 0 ? 8 : 0);
  const int sign = 1 - ((bits >> 6) & 2);
  const float power = __int_as_float(((exponent > 0 ? exponent : 1) + 116) << 23);
  return bits == 0x80 ? __int_as_float(0x7fc00000) : static_cast<float>(sign * significand) * power;
}

// Rounds to bfloat16, ties to even.
__device__ unsigned short encode(float value) {
  if (value != value) {
    return 0x7fc0;
  }
  const unsigned bits = __float_as_uint(value);
  return static_cast<unsigned short>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

extern "C" __global__ void block_scaled_gemm(long long m, long long n, long long k, const unsigned char* a,
                                             const unsigned char* b, const float* a_scale, const float* b_scale,
                                             unsigned short* c) {
  const long long j = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  const long long i = static_cast<long long>(blockIdx.y) * blockDim.y + threadIdx.y;
  if (i >= m || j >= n) {
    return;
  }
  const long long blocks = (k + 127) / 128;
  float sum = 0;
  for (long long q = 0; q < blocks; ++q) {
    const long long end = (q + 1) * 128 < k ? (q + 1) * 128 : k;
    float part = 0;
    for (long long p = q * 128; p < end; ++p) {
      part += decode(a[i * k + p]) * decode(b[j * k + p]);
    }
    sum += part * a_scale[i * blocks + q] * b_scale[j / 128 * blocks + q];
  }
  c[i * n + j] = encode(sum);
}
