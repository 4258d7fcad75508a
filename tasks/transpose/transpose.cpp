// B = transpose of A, row by row of A: reads are consecutive, writes are m elements apart.
#include <cstdint>

extern "C" void transpose(std::int64_t m, std::int64_t n, const float* a, float* b) {
#pragma omp parallel for
  for (std::int64_t i = 0; i < m; ++i) {
    for (std::int64_t j = 0; j < n; ++j) {
      b[j * m + i] = a[i * n + j];
    }
  }
}
