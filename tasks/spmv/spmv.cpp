/*mapwright
[tunables]
ROWS = {values = [16, 64, 256, 1024], default = 256}
*/
// Row after row; threads take ROWS rows at a time, since rows differ in length.
#include <cstdint>

extern "C" void spmv(std::int64_t rows, std::int64_t /*columns*/, std::int64_t /*entries*/, const std::int32_t* offsets,
                     const std::int32_t* column, const float* value, const float* x, float* y) {
#pragma omp parallel for schedule(dynamic, ROWS)
  for (std::int64_t row = 0; row < rows; ++row) {
    float sum = 0;
    for (std::int32_t entry = offsets[row]; entry < offsets[row + 1]; ++entry) {
      sum += value[entry] * x[column[entry]];
    }
    y[row] = sum;
  }
}
