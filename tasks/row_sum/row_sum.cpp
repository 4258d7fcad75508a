// y[i] = sum of row i: one running sum for each row.
#include <cstdint>

extern "C" void row_sum(std::int64_t rows, std::int64_t columns, const float* x, float* y) {
#pragma omp parallel for
  for (std::int64_t i = 0; i < rows; ++i) {
    float sum = 0;
    for (std::int64_t j = 0; j < columns; ++j) {
      sum += x[i * columns + j];
    }
    y[i] = sum;
  }
}
