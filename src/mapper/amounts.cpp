#include "mapper/amounts.hpp"

#include <array>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>

namespace mapwright::mapper {

std::string amount_of_bytes(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 5> units{"B", "kB", "MB", "GB", "TB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 1000 && unit + 1 < units.size()) {
    value /= 1000;
    ++unit;
  }
  return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.3g} {}", value, units[unit]);
}

} // namespace mapwright::mapper
