// Three passes over each row: largest element, sum of exponentials, quotients.
#include <cmath>
#include <cstdint>

extern "C" void softmax(std::int64_t rows, std::int64_t columns, const float* x, float* y) {
#pragma omp parallel for
  for (std::int64_t row = 0; row < rows; ++row) {
    const float* in = x + row * columns;
    float* out = y + row * columns;
    float top = in[0];
    for (std::int64_t i = 1; i < columns; ++i) {
      top = in[i] > top ? in[i] : top;
    }
    float sum = 0;
    for (std::int64_t i = 0; i < columns; ++i) {
      out[i] = std::exp(in[i] - top);
      sum += out[i];
    }
    for (std::int64_t i = 0; i < columns; ++i) {
      out[i] /= sum;
    }
  }
}
