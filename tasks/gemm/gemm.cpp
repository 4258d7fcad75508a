// C = A B: each element is one sum along a row of A and a column of B.
#include <cstdint>

extern "C" void gemm(std::int64_t m, std::int64_t n, std::int64_t k, const float* a, const float* b, float* c) {
#pragma omp parallel for
  for (std::int64_t i = 0; i < m; ++i) {
    for (std::int64_t j = 0; j < n; ++j) {
      float sum = 0;
      for (std::int64_t l = 0; l < k; ++l) {
        sum += a[i * k + l] * b[l * n + j];
      }
      c[i * n + j] = sum;
    }
  }
}
