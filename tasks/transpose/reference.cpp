// B = transpose of A. Nothing is computed, so nothing may differ: the scale is 0.
#include <cstdint>

extern "C" void reference(std::int64_t m, std::int64_t n, const float* a, double* b, double* b_scale) {
  for (std::int64_t i = 0; i < m; ++i) {
    for (std::int64_t j = 0; j < n; ++j) {
      b[j * m + i] = a[i * n + j];
      b_scale[j * m + i] = 0;
    }
  }
}
