// Squared distances of all pairs in double precision.
#include <cmath>
#include <cstdint>

// A difference is rounded once, its square once more (three units of the square), and the d squares, none negative, are
// added in any order: sqrt(d) units of the sum.
extern "C" void reference(std::int64_t n, std::int64_t d, const float* points, double* distances,
                          double* distances_scale) {
  std::int64_t at = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t j = 0; j <= i; ++j, ++at) {
      double sum = 0;
      for (std::int64_t axis = 0; axis < d; ++axis) {
        const double way = double{points[i * d + axis]} - double{points[j * d + axis]};
        sum += way * way;
      }
      distances[at] = sum;
      distances_scale[at] = (2 + std::sqrt(static_cast<double>(d))) * sum;
    }
  }
}
