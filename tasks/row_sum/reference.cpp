// y[i] = sum of row i, in double precision.
//
// The error of a sum of k numbers in single precision, in any order, is at most (k - 1) u sum|x|, and behaves like a
// random walk: sqrt(k) u sum|x| (Higham and Mary, "A new approach to probabilistic rounding error analysis", SIAM J.
// Sci. Comput. 41, 2019). The scale is that: the tolerance counts in standard deviations of the walk.
#include <cmath>
#include <cstdint>

extern "C" void reference(std::int64_t rows, std::int64_t columns, const float* x, double* y, double* y_scale) {
  for (std::int64_t i = 0; i < rows; ++i) {
    double sum = 0;
    double size = 0;
    for (std::int64_t j = 0; j < columns; ++j) {
      const double value = x[i * columns + j];
      sum += value;
      size += std::fabs(value);
    }
    y[i] = sum;
    y_scale[i] = std::sqrt(static_cast<double>(columns)) * size;
  }
}
