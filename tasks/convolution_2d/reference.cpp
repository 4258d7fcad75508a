// Convolution with zero padding, one output after the other, in double precision.
#include <cmath>
#include <cstdint>

// Products and sums in single precision, in any order: each of t terms meets up to t roundings, which add up like
// sqrt(t) of them, each relative to at most sum|terms|.
extern "C" void reference(std::int64_t inputs, std::int64_t outputs, std::int64_t height, std::int64_t width,
                          std::int64_t k, const float* image, const float* filters, double* result,
                          double* result_scale) {
  const auto pixel = [&](std::int64_t c, std::int64_t y, std::int64_t x) {
    const bool inside = y >= 0 && y < height && x >= 0 && x < width;
    return inside ? double{image[(c * height + y) * width + x]} : 0.0;
  };
  const double roundings = std::sqrt(static_cast<double>(inputs * k * k)) + 2;
  for (std::int64_t o = 0; o < outputs; ++o) {
    for (std::int64_t y = 0; y < height; ++y) {
      for (std::int64_t x = 0; x < width; ++x) {
        double sum = 0;
        double magnitude = 0;
        for (std::int64_t tap = 0; tap < inputs * k * k; ++tap) {
          const std::int64_t c = tap / (k * k);
          const std::int64_t v = tap / k % k;
          const std::int64_t u = tap % k;
          const double term = double{filters[o * inputs * k * k + tap]} * pixel(c, y + v - k / 2, x + u - k / 2);
          sum += term;
          magnitude += std::fabs(term);
        }
        result[(o * height + y) * width + x] = sum;
        result_scale[(o * height + y) * width + x] = roundings * magnitude;
      }
    }
  }
}
