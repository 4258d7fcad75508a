/*mapwright
[tunables]
ROWS = {values = [1, 4, 16, 64], default = 4}
*/
// One row after the other: all scores, their softmax, then the weighted sum of the values.
#include <cmath>
#include <cstdint>
#include <vector>

extern "C" void causal_attention(std::int64_t batch, std::int64_t n, std::int64_t d, const float* q, const float* k,
                                 const float* v, float* result) {
  const float root = std::sqrt(static_cast<float>(d));
#pragma omp parallel for schedule(dynamic, ROWS)
  for (std::int64_t row = 0; row < batch * n; ++row) {
    const std::int64_t i = row % n;
    const std::int64_t first = row - i;
    std::vector<float> weight(static_cast<std::size_t>(i) + 1);
    float top = -INFINITY;
    for (std::int64_t j = 0; j <= i; ++j) {
      float score = 0;
      for (std::int64_t t = 0; t < d; ++t) {
        score += q[row * d + t] * k[(first + j) * d + t];
      }
      score /= root;
      weight[static_cast<std::size_t>(j)] = score;
      top = score > top ? score : top;
    }
    float total = 0;
    for (float& score : weight) {
      score = std::exp(score - top);
      total += score;
    }
    for (std::int64_t t = 0; t < d; ++t) {
      result[row * d + t] = 0;
    }
    for (std::int64_t j = 0; j <= i; ++j) {
      const float share = weight[static_cast<std::size_t>(j)] / total;
      for (std::int64_t t = 0; t < d; ++t) {
        result[row * d + t] += share * v[(first + j) * d + t];
      }
    }
  }
}
