// Softened accelerations in double precision.
#include <cmath>
#include <cstdint>

// The difference of two positions is rounded once; square, sum, root and quotient of a pair leave it with about eight
// units relative to the pair's own term, and n terms are then added in any order: sqrt(n) sum|terms|.
extern "C" void reference(std::int64_t n, float softening, const float* position, const float* mass,
                          double* acceleration, double* acceleration_scale) {
  for (std::int64_t i = 0; i < n; ++i) {
    double sum[3] = {};
    double magnitude[3] = {};
    for (std::int64_t j = 0; j < n; ++j) {
      double way[3];
      double square = softening;
      for (int axis = 0; axis < 3; ++axis) {
        way[axis] = double{position[3 * j + axis]} - double{position[3 * i + axis]};
        square += way[axis] * way[axis];
      }
      const double pull = mass[j] / (square * std::sqrt(square));
      for (int axis = 0; axis < 3; ++axis) {
        sum[axis] += pull * way[axis];
        magnitude[axis] += std::fabs(pull * way[axis]);
      }
    }
    for (int axis = 0; axis < 3; ++axis) {
      acceleration[3 * i + axis] = sum[axis];
      acceleration_scale[3 * i + axis] = (8 + std::sqrt(static_cast<double>(n))) * magnitude[axis];
    }
  }
}
