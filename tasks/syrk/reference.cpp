// Lower triangle of A A^T in double precision.
#include <cmath>
#include <cstdint>

// k products are added in any order; each meets up to k roundings, which add up like sqrt(k) of them, each relative
// to at most sum|products|. The upper triangle is copied: its scale is 0.
extern "C" void reference(std::int64_t n, std::int64_t k, const float* a, const float* c_before, double* c,
                          double* c_scale) {
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t j = 0; j < n; ++j) {
      double sum = 0;
      double magnitude = 0;
      for (std::int64_t p = 0; p < k && j <= i; ++p) {
        const double product = double{a[i * k + p]} * double{a[j * k + p]};
        sum += product;
        magnitude += std::fabs(product);
      }
      c[i * n + j] = j <= i ? sum : double{c_before[i * n + j]};
      c_scale[i * n + j] = (std::sqrt(static_cast<double>(k)) + 2) * magnitude;
    }
  }
}
