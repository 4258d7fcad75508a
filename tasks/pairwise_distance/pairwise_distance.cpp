/*mapwright
[tunables]
ROWS = {values = [1, 4, 16, 64], default = 16}
*/
// Row after row of the triangle; threads take ROWS rows at a time, since later rows are longer.
#include <cstdint>

extern "C" void pairwise_distance(std::int64_t n, std::int64_t d, const float* points, float* distances) {
#pragma omp parallel for schedule(dynamic, ROWS)
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t j = 0; j <= i; ++j) {
      float sum = 0;
      for (std::int64_t axis = 0; axis < d; ++axis) {
        const float way = points[i * d + axis] - points[j * d + axis];
        sum += way * way;
      }
      distances[i * (i + 1) / 2 + j] = sum;
    }
  }
}
