#include "mapper/engine/agreement.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mapwright::mapper {

namespace {

template <class T> double relative_difference(std::span<const std::byte> got, std::span<const std::byte> expected) {
  double largest = 0;
  double apart = 0;
  for (std::size_t at = 0; at < got.size(); at += sizeof(T)) {
    T a{};
    T b{};
    std::memcpy(&a, got.data() + at, sizeof(T));
    std::memcpy(&b, expected.data() + at, sizeof(T));
    if (std::memcmp(&a, &b, sizeof(T)) == 0) {
      largest = std::isfinite(b) ? std::max(largest, std::abs(static_cast<double>(b))) : largest;
      continue;
    }
    if (!std::isfinite(a) || !std::isfinite(b)) {
      return std::numeric_limits<double>::infinity();
    }
    largest = std::max(largest, std::abs(static_cast<double>(b)));
    apart = std::max(apart, std::abs(static_cast<double>(a) - static_cast<double>(b)));
  }
  return apart == 0 ? 0 : apart / largest;
}

double field_deviation(std::span<const std::byte> got, std::span<const std::byte> expected, std::uint32_t bytes) {
  if (std::ranges::equal(got, expected)) {
    return 0;
  }
  return bytes == 8   ? relative_difference<double>(got, expected)
         : bytes == 4 ? relative_difference<float>(got, expected)
                      : std::numeric_limits<double>::infinity();
}

} // namespace

Agreement agreement_of(const Program& program, const std::vector<std::string>& regions, const RegionData& got,
                       const RegionData& expected) {
  Agreement worst;
  for (std::uint32_t r = 0; r < program.regions.size(); ++r) {
    const Region& region = program.regions[r];
    if (std::ranges::find(regions, region.name) == regions.end()) {
      continue;
    }
    for (std::size_t f = 0; f < region.fields.size(); ++f) {
      const double deviation = field_deviation(got.bytes(r, f), expected.bytes(r, f), region.fields[f].bytes);
      if (deviation > worst.deviation) {
        worst = {deviation, region.name + '.' + region.fields[f].name};
      }
    }
  }
  return worst;
}

} // namespace mapwright::mapper
