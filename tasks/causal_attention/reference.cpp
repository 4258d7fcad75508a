// Causal attention in double precision, one row of the result after the other.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

// Units of single precision. A score is a sum of d products in any order: its sums on the way are as large as itself
// and the square root of the sum of squares, and their d roundings add up like sqrt(d) / 2 of them; scaling and
// log2(e) cost two more, the distance to the largest score is rounded once. Together this is the relative error of a
// weight before the division. The division by the sum of all weights brings in the average of these errors;
// exponential, quotient and the sums over i + 1 weights add a few and sqrt(i + 1). A weight below 2^-126 may be
// flushed to zero.
extern "C" void reference(std::int64_t batch, std::int64_t n, std::int64_t d, const float* q, const float* k,
                          const float* v, double* result, double* result_scale) {
  const double root = std::sqrt(static_cast<double>(d));
  for (std::int64_t row = 0; row < batch * n; ++row) {
    const std::int64_t i = row % n;
    const std::int64_t first = row - i;
    std::vector<double> weight(static_cast<std::size_t>(i) + 1);
    std::vector<double> error(weight.size());
    for (std::size_t j = 0; j < weight.size(); ++j) {
      const float* const key = k + (first + static_cast<std::int64_t>(j)) * d;
      for (std::int64_t t = 0; t < d; ++t) {
        const double term = double{q[row * d + t]} * double{key[t]} / root;
        weight[j] += term;
        error[j] += term * term;
      }
      error[j] = (root / 2 + 2) * (std::fabs(weight[j]) + std::sqrt(error[j]));
    }
    const double top = *std::max_element(weight.begin(), weight.end());
    double total = 0;
    double average = 0;
    for (std::size_t j = 0; j < weight.size(); ++j) {
      error[j] += top - weight[j];
      weight[j] = std::exp(weight[j] - top);
      total += weight[j];
      average += weight[j] * error[j];
    }
    average = average / total + 4 + std::sqrt(static_cast<double>(i + 1));
    for (std::int64_t t = 0; t < d; ++t) {
      double sum = 0;
      double scale = 0;
      for (std::size_t j = 0; j < weight.size(); ++j) {
        const double value = v[(first + static_cast<std::int64_t>(j)) * d + t];
        sum += weight[j] / total * value;
        scale += (weight[j] / total * (error[j] + average) + std::ldexp(1.0, -102)) * std::fabs(value);
      }
      result[row * d + t] = sum;
      result_scale[row * d + t] = scale;
    }
  }
}
