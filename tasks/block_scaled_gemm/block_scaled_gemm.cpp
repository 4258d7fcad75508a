// One element of C after the other; the 8-bit numbers are decoded where they are used.
#include <bit>
#include <cstdint>

namespace {

constexpr std::int64_t block = 128;

/// Significand times power of two; an exponent of 0 means the power of 1 without the leading bit.
float decode(std::uint8_t bits) {
  const int exponent = (bits >> 3) & 15;
  const int significand = (bits & 7) + (exponent > 0 ? 8 : 0);
  const int sign = 1 - ((bits >> 6) & 2);
  const auto power = std::bit_cast<float>(((exponent > 0 ? exponent : 1) + 116) << 23);
  return bits == 0x80 ? __builtin_nanf("") : static_cast<float>(sign * significand) * power;
}

/// Rounds to bfloat16, ties to even.
std::uint16_t encode(float value) {
  if (value != value) {
    return 0x7fc0;
  }
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return static_cast<std::uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

} // namespace

extern "C" void block_scaled_gemm(std::int64_t m, std::int64_t n, std::int64_t k, const std::uint8_t* a,
                                  const std::uint8_t* b, const float* a_scale, const float* b_scale, std::uint16_t* c) {
  const std::int64_t blocks = (k + block - 1) / block;
#pragma omp parallel for
  for (std::int64_t i = 0; i < m; ++i) {
    for (std::int64_t j = 0; j < n; ++j) {
      float sum = 0;
      for (std::int64_t q = 0; q < blocks; ++q) {
        const std::int64_t end = (q + 1) * block < k ? (q + 1) * block : k;
        float part = 0;
        for (std::int64_t p = q * block; p < end; ++p) {
          part += decode(a[i * k + p]) * decode(b[j * k + p]);
        }
        sum += part * a_scale[i * blocks + q] * b_scale[j / block * blocks + q];
      }
      c[i * n + j] = encode(sum);
    }
  }
}
