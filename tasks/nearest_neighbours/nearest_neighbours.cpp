// One query after the other: each point's distance is put in its place among the k smallest so far.
#include <cstdint>

extern "C" void nearest_neighbours(std::int64_t queries, std::int64_t points, std::int64_t d, std::int64_t k,
                                   const float* query, const float* point, float* distance) {
#pragma omp parallel for
  for (std::int64_t q = 0; q < queries; ++q) {
    float* nearest = distance + q * k;
    for (std::int64_t p = 0; p < points; ++p) {
      float sum = 0;
      for (std::int64_t axis = 0; axis < d; ++axis) {
        const float way = query[q * d + axis] - point[p * d + axis];
        sum += way * way;
      }
      if (p >= k && sum >= nearest[k - 1]) {
        continue;
      }
      std::int64_t at = p < k ? p : k - 1;
      for (; at > 0 && nearest[at - 1] > sum; --at) {
        nearest[at] = nearest[at - 1];
      }
      nearest[at] = sum;
    }
  }
}
