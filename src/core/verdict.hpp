// Verdicts about speed.
#pragma once

#include <cstdint>
#include <string_view>

namespace mapwright {

/// What repeated measurement says about a challenger against its baseline.
/// A verdict is never forced: what the samples cannot decide is `unclear`.
enum class SpeedVerdict : std::uint8_t {
  faster,  ///< the whole confidence interval lies on the fast side of equality
  slower,  ///< the whole confidence interval lies on the slow side of equality
  same,    ///< the whole confidence interval lies inside the equivalence band
  unclear, ///< none of these
};

/// "FASTER", "SLOWER", "SAME" or "UNCLEAR".
constexpr std::string_view to_string(SpeedVerdict verdict) {
  switch (verdict) {
  case SpeedVerdict::faster:
    return "FASTER";
  case SpeedVerdict::slower:
    return "SLOWER";
  case SpeedVerdict::same:
    return "SAME";
  case SpeedVerdict::unclear:
    break;
  }
  return "UNCLEAR";
}

} // namespace mapwright
