// All pairs, one body after the other.
#include <cmath>
#include <cstdint>

extern "C" void n_body(std::int64_t n, float softening, const float* position, const float* mass, float* acceleration) {
#pragma omp parallel for
  for (std::int64_t i = 0; i < n; ++i) {
    float x = 0;
    float y = 0;
    float z = 0;
    for (std::int64_t j = 0; j < n; ++j) {
      const float dx = position[3 * j] - position[3 * i];
      const float dy = position[3 * j + 1] - position[3 * i + 1];
      const float dz = position[3 * j + 2] - position[3 * i + 2];
      const float square = dx * dx + dy * dy + dz * dz + softening;
      const float pull = mass[j] / (square * std::sqrt(square));
      x += pull * dx;
      y += pull * dy;
      z += pull * dz;
    }
    acceleration[3 * i] = x;
    acceleration[3 * i + 1] = y;
    acceleration[3 * i + 2] = z;
  }
}
