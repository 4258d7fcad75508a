#include "kernel/external/printed_time.hpp"

#include "kernel/external/lines.hpp"
#include "kernel/external/user_command.hpp"

#include <charconv>
#include <cmath>
#include <optional>

#include <fmt/format.h>

namespace mapwright::kernel {

namespace {

std::optional<double> scale_of_unit(std::string_view unit) {
  return unit == "s"    ? std::optional(1.0)
         : unit == "ms" ? std::optional(1e-3)
         : unit == "us" ? std::optional(1e-6)
         : unit == "ns" ? std::optional(1e-9)
                        : std::nullopt;
}

std::optional<double> number_in(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole ? std::optional(value) : std::nullopt;
}

} // namespace

Result<PrintedTime> PrintedTime::parse(const std::string& pattern) {
  PrintedTime time;
  time.pattern_ = pattern;
  try {
    time.expression_ = std::regex(pattern);
  } catch (const std::regex_error& thrown) {
    return fail(ErrorKind::input, fmt::format("'{}' is no regular expression: {}", pattern, thrown.what()),
                "e.g. 'time: ([0-9.]+) (ms)'");
  }
  if (time.expression_.mark_count() == 0) {
    return fail(ErrorKind::input, fmt::format("'{}' has no group that holds the time", pattern),
                "put the number in parentheses, e.g. 'time: ([0-9.]+) (ms)'");
  }
  return time;
}

bool PrintedTime::matches(std::string_view line) const {
  return line.size() <= longest_line && std::regex_search(line.begin(), line.end(), expression_);
}

Result<Seconds> PrintedTime::find(std::string_view output) const {
  std::string_view last;
  bool found = false;
  for (const std::string_view line : lines_of(output)) {
    if (matches(line)) {
      last = line;
      found = true;
    }
  }
  if (!found) {
    return fail(ErrorKind::input, fmt::format("prints no line that matches '{}'", pattern_));
  }
  std::match_results<std::string_view::const_iterator> groups;
  std::regex_search(last.begin(), last.end(), groups, expression_);
  std::optional<double> number;
  double scale = 1;
  for (std::size_t i = 1; i < groups.size(); ++i) {
    const std::string text = groups[i].str();
    if (const auto unit = scale_of_unit(text)) {
      scale = *unit;
    } else if (!number) {
      number = number_in(text);
    }
  }
  if (!number || !std::isfinite(*number) || *number <= 0) {
    return fail(ErrorKind::input,
                fmt::format("prints '{}', of which '{}' takes no time above 0", one_line(last, 80), pattern_));
  }
  return Seconds(*number * scale);
}

} // namespace mapwright::kernel
