// A time that a program prints itself, found by a regular expression.
#pragma once

#include "core/error.hpp"
#include "core/units.hpp"

#include <regex>
#include <string>
#include <string_view>

namespace mapwright::kernel {

/// A regular expression (ECMAScript) with at least one group: one is the number, another one may be its unit.
class PrintedTime {
public:
  /// Longer lines are not searched.
  static constexpr std::size_t longest_line = 4096;

  /// Input error: no regular expression, or one without a group.
  static Result<PrintedTime> parse(const std::string& pattern);

  /// Whether the line holds a match.
  [[nodiscard]] bool matches(std::string_view line) const;

  /// The time of the last line of `output` that matches. Units are ns, us, ms and s (without one: s). The error is half
  /// a sentence about the program: "prints no line that matches ...".
  [[nodiscard]] Result<Seconds> find(std::string_view output) const;

private:
  std::string pattern_;
  std::regex expression_;
};

} // namespace mapwright::kernel
