// One pixel of the result after the other, with a test for the border at every tap.
#include <cstdint>

extern "C" void convolution_2d(std::int64_t inputs, std::int64_t outputs, std::int64_t height, std::int64_t width,
                               std::int64_t k, const float* image, const float* filters, float* result) {
#pragma omp parallel for collapse(2)
  for (std::int64_t o = 0; o < outputs; ++o) {
    for (std::int64_t y = 0; y < height; ++y) {
      for (std::int64_t x = 0; x < width; ++x) {
        float sum = 0;
        for (std::int64_t c = 0; c < inputs; ++c) {
          for (std::int64_t v = 0; v < k; ++v) {
            for (std::int64_t u = 0; u < k; ++u) {
              const std::int64_t row = y + v - k / 2;
              const std::int64_t column = x + u - k / 2;
              if (row >= 0 && row < height && column >= 0 && column < width) {
                sum += filters[((o * inputs + c) * k + v) * k + u] * image[(c * height + row) * width + column];
              }
            }
          }
        }
        result[(o * height + y) * width + x] = sum;
      }
    }
  }
}
