/*mapwright
[tunables]
ROWS = {values = [1, 4, 16, 64], default = 4}
*/
// One element of the triangle after the other; threads take ROWS rows at a time, since later rows are longer.
#include <cstdint>

extern "C" void syrk(std::int64_t n, std::int64_t k, const float* a, float* c) {
#pragma omp parallel for schedule(dynamic, ROWS)
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t j = 0; j <= i; ++j) {
      float sum = 0;
      for (std::int64_t p = 0; p < k; ++p) {
        sum += a[i * k + p] * a[j * k + p];
      }
      c[i * n + j] = sum;
    }
  }
}
