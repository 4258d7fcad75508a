// Softmax of every row in double precision.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

// Relative error of a kernel in single precision, in units of its roundoff: x - max is rounded once, which changes its
// exponential by |x - max| units, and again when a kernel goes through powers of two; the sum has these errors in the
// average over its terms; exponential, quotient and a sum of n positive terms in any order add a few units and about
// sqrt(n). Terms below one unit of the sum can be lost to rounding altogether, all of them in the same direction.
// What falls below the least normal number, 2^-126, may be flushed to zero: 2^-102 units of 2^-24.
extern "C" void reference(std::int64_t rows, std::int64_t columns, const float* x, double* y, double* y_scale) {
  const auto n = static_cast<std::size_t>(columns);
  std::vector<double> below(n);
  for (std::int64_t row = 0; row < rows; ++row) {
    const float* const in = x + row * columns;
    double* const out = y + row * columns;
    const double top = *std::max_element(in, in + n);
    std::transform(in, in + n, below.begin(), [&](float value) { return top - value; });
    std::transform(below.begin(), below.end(), out, [](double depth) { return std::exp(-depth); });
    const double total = std::accumulate(out, out + n, 0.0);
    std::transform(out, out + n, out, [&](double value) { return value / total; });
    const double average = std::inner_product(out, out + n, below.begin(), 0.0);
    const double lost = std::accumulate(out, out + n, 0.0, [](double sum, double value) {
      const double units = std::ldexp(value, 24);
      return units < 1 ? sum + units : sum;
    });
    for (std::size_t i = 0; i < n; ++i) {
      y_scale[static_cast<std::size_t>(row) * n + i] =
          out[i] * (4 + std::sqrt(static_cast<double>(n)) + lost + below[i] + average) + std::ldexp(1.0, -102);
    }
  }
}
