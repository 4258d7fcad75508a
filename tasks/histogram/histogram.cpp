// All threads count into the same bins, one atomic addition for each key.
#include <cstdint>

extern "C" void histogram(std::int64_t n, std::int64_t bins, const std::int32_t* keys, std::uint32_t* counts) {
#pragma omp parallel for
  for (std::int64_t bin = 0; bin < bins; ++bin) {
    counts[bin] = 0;
  }
#pragma omp parallel for
  for (std::int64_t i = 0; i < n; ++i) {
#pragma omp atomic
    ++counts[keys[i]];
  }
}
