// C = A B in double precision.
//
// The error of a sum of k products in single precision, in any order, is at most about k u sum|a b|, and behaves like a
// random walk: sqrt(k) u sum|a b| (Higham and Mary, "A new approach to probabilistic rounding error analysis", SIAM J.
// Sci. Comput. 41, 2019). The scale is that, so the tolerance counts in standard deviations of the walk, of which no
// order of summation needs many. Integer inputs are exact and are compared bit for bit.
#include <cmath>
#include <cstdint>
#include <vector>

extern "C" void reference(std::int64_t m, std::int64_t n, std::int64_t k, const float* a, const float* b, double* c,
                          double* c_scale) {
  const double walk = std::sqrt(static_cast<double>(k));
  std::vector<double> sum(static_cast<std::size_t>(n));
  std::vector<double> size(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < m; ++i) {
    sum.assign(sum.size(), 0);
    size.assign(size.size(), 0);
    for (std::int64_t l = 0; l < k; ++l) {
      const double left = a[i * k + l];
      for (std::int64_t j = 0; j < n; ++j) {
        const double product = left * b[l * n + j];
        sum[static_cast<std::size_t>(j)] += product;
        size[static_cast<std::size_t>(j)] += std::fabs(product);
      }
    }
    for (std::int64_t j = 0; j < n; ++j) {
      c[i * n + j] = sum[static_cast<std::size_t>(j)];
      c_scale[i * n + j] = walk * size[static_cast<std::size_t>(j)];
    }
  }
}
