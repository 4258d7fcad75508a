// Counts key after key.
#include <algorithm>
#include <cstdint>

extern "C" void reference(std::int64_t n, std::int64_t bins, const std::int32_t* keys, std::uint32_t* counts) {
  std::fill_n(counts, bins, 0U);
  std::for_each(keys, keys + n, [&](std::int32_t key) { ++counts[key]; });
}
