// C = A B^T with block scales, straight from the definition.
#include <cmath>
#include <cstdint>
#include <limits>

namespace {

constexpr std::int64_t block = 128;

/// The value of an E4M3FNUZ number: sign, 4 bits of exponent with bias 8, 3 bits of fraction; 0x80 is not a number.
double value_of(std::uint8_t bits) {
  if (bits == 0x80) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  const double sign = (bits & 0x80) != 0 ? -1 : 1;
  const int exponent = (bits >> 3) & 15;
  const int fraction = bits & 7;
  return sign * (exponent == 0 ? std::ldexp(fraction, -10) : std::ldexp(8 + fraction, exponent - 11));
}

} // namespace

// A kernel sums in single precision and rounds the sum once to bfloat16. The rounding costs up to |c| units of
// bfloat16; the sum costs about sqrt(k) sum|terms| units of single precision, and one of those is 2^-16 of the other.
extern "C" void reference(std::int64_t m, std::int64_t n, std::int64_t k, const std::uint8_t* a, const std::uint8_t* b,
                          const float* a_scale, const float* b_scale, double* c, double* c_scale) {
  const std::int64_t blocks = (k + block - 1) / block;
  for (std::int64_t i = 0; i < m; ++i) {
    for (std::int64_t j = 0; j < n; ++j) {
      double sum = 0;
      double magnitude = 0;
      for (std::int64_t q = 0; q < blocks; ++q) {
        const double scale = double{a_scale[i * blocks + q]} * double{b_scale[j / block * blocks + q]};
        for (std::int64_t p = q * block; p < k && p < (q + 1) * block; ++p) {
          const double term = scale * value_of(a[i * k + p]) * value_of(b[j * k + p]);
          sum += term;
          magnitude += std::fabs(term);
        }
      }
      c[i * n + j] = sum;
      c_scale[i * n + j] = std::fabs(sum) + std::ldexp((std::sqrt(static_cast<double>(k)) + 4) * magnitude, -16);
    }
  }
}
