// A measured number never travels alone: it carries its unit, how it was obtained, against what, and where.
#pragma once

#include <optional>
#include <string>

namespace mapwright {

/// A closed interval [low, high] on the real line.
struct Interval {
  double low = 0;
  double high = 0;

  [[nodiscard]] constexpr double width() const { return high - low; }
  [[nodiscard]] constexpr bool inside(const Interval& other) const { return low >= other.low && high <= other.high; }
  friend constexpr bool operator==(const Interval&, const Interval&) = default;
};

/// One measured number. A measurement that failed is not a Measurement: failures are typed states of their own.
struct Measurement {
  double value = 0;
  std::string unit{};                   ///< SI symbol ("s", "J", "B"), or "1" for a ratio
  std::string method{};                 ///< how the number was obtained, one sentence
  std::string baseline{};               ///< what it is compared with; empty for an absolute number
  std::string machine{};                ///< where it was measured, one line (measure/machine.hpp)
  std::optional<Interval> confidence{}; ///< confidence interval in `unit`, if the method yields one
};

} // namespace mapwright
