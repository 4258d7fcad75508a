/*mapwright
[tunables]
CHUNK = {values = [1024, 4096, 16384, 65536], default = 16384}
*/
// Sums of chunks, their prefix sums, then the prefix sums within each chunk.
#include <cstdint>
#include <vector>

extern "C" void prefix_sum(std::int64_t n, const float* x, float* y) {
  const std::int64_t chunks = (n + CHUNK - 1) / CHUNK;
  std::vector<float> before(static_cast<std::size_t>(chunks));
#pragma omp parallel for
  for (std::int64_t chunk = 0; chunk < chunks; ++chunk) {
    const std::int64_t end = (chunk + 1) * CHUNK < n ? (chunk + 1) * CHUNK : n;
    float sum = 0;
    for (std::int64_t i = chunk * CHUNK; i < end; ++i) {
      sum += x[i];
    }
    before[static_cast<std::size_t>(chunk)] = sum;
  }
  float total = 0;
  for (float& sum : before) {
    const float next = total + sum;
    sum = total;
    total = next;
  }
#pragma omp parallel for
  for (std::int64_t chunk = 0; chunk < chunks; ++chunk) {
    const std::int64_t end = (chunk + 1) * CHUNK < n ? (chunk + 1) * CHUNK : n;
    float sum = before[static_cast<std::size_t>(chunk)];
    for (std::int64_t i = chunk * CHUNK; i < end; ++i) {
      sum += x[i];
      y[i] = sum;
    }
  }
}
