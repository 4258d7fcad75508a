// Prefix sums in double precision.
#include <algorithm>
#include <cmath>
#include <cstdint>

// Each of the i additions behind y[i] is off by half a unit of its result at most; independent errors add up like the
// square root of their number. Its results are sums of intervals, within [least, greatest] prefix sum of each other,
// or, when a block is summed by interleaved accumulators, sums of some terms of an interval, of about the size of
// sqrt(sum of squares).
extern "C" void reference(std::int64_t n, const float* x, double* y, double* y_scale) {
  double sum = 0;
  double least = 0;
  double greatest = 0;
  double squares = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    const double term = x[i];
    sum += term;
    squares += term * term;
    least = std::min(least, sum);
    greatest = std::max(greatest, sum);
    y[i] = sum;
    y_scale[i] = std::sqrt(static_cast<double>(i)) * (greatest - least + std::sqrt(squares));
  }
}
