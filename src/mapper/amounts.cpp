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

std::string amount_of_time(double seconds) {
  if (seconds <= 0) {
    return "0";
  }
  constexpr std::array<std::string_view, 5> units{"s", "ms", "us", "ns", "ps"};
  constexpr double rounds_to_1 = 0.9995; // to three digits
  std::size_t unit = 0;
  while (seconds < rounds_to_1 && unit + 1 < units.size()) {
    seconds *= 1000;
    ++unit;
  }
  return seconds < 1000 * rounds_to_1 ? fmt::format("{:.3g} {}", seconds, units[unit])
                                      : fmt::format("{:.0f} {}", seconds, units[unit]);
}

std::string signed_percent_of(double share) {
  std::string text = fmt::format("{:+.1f} %", 100 * share);
  return text == "+0.0 %" || text == "-0.0 %" ? "0.0 %" : text;
}

} // namespace mapwright::mapper
