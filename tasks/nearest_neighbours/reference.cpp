// The smallest squared distances of each query, by sorting all of them, in double precision.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

// A difference is rounded once, its square once more (three units of the square), and the d squares, none negative,
// are added in any order: sqrt(d) units of the sum. If every distance is right within a relative error, so is the
// j-th smallest.
extern "C" void reference(std::int64_t queries, std::int64_t points, std::int64_t d, std::int64_t k, const float* query,
                          const float* point, double* distance, double* distance_scale) {
  std::vector<double> all(static_cast<std::size_t>(points));
  for (std::int64_t q = 0; q < queries; ++q) {
    for (std::int64_t p = 0; p < points; ++p) {
      double sum = 0;
      for (std::int64_t axis = 0; axis < d; ++axis) {
        sum += std::pow(double{query[q * d + axis]} - double{point[p * d + axis]}, 2);
      }
      all[static_cast<std::size_t>(p)] = sum;
    }
    std::partial_sort(all.begin(), all.begin() + k, all.end());
    for (std::int64_t j = 0; j < k; ++j) {
      distance[q * k + j] = all[static_cast<std::size_t>(j)];
      distance_scale[q * k + j] = (2 + std::sqrt(static_cast<double>(d))) * all[static_cast<std::size_t>(j)];
    }
  }
}
