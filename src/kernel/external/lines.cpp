#include "kernel/external/lines.hpp"

#include "kernel/external/user_command.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::kernel {

namespace {

constexpr std::size_t quoted_line = 80;

/// A line with its number in the text, from 1.
struct NumberedLine {
  std::size_t number = 0;
  std::string_view text;
};

std::vector<NumberedLine> counting_lines(std::string_view text,
                                         const std::function<bool(std::string_view)>& passed_over) {
  std::vector<NumberedLine> counting;
  std::size_t number = 0;
  for (const std::string_view line : lines_of(text)) {
    ++number;
    if (!passed_over(line)) {
      counting.push_back({number, line});
    }
  }
  return counting;
}

} // namespace

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::optional<std::string> first_difference(std::string_view expected, std::string_view text,
                                            const std::function<bool(std::string_view)>& passed_over) {
  const auto wanted = counting_lines(expected, passed_over);
  const auto got = counting_lines(text, passed_over);
  for (std::size_t i = 0; i < std::min(wanted.size(), got.size()); ++i) {
    if (wanted[i].text != got[i].text) {
      return fmt::format("line {} is '{}', not '{}'", got[i].number, one_line(got[i].text, quoted_line),
                         one_line(wanted[i].text, quoted_line));
    }
  }
  if (got.size() > wanted.size()) {
    const NumberedLine& extra = got[wanted.size()];
    return fmt::format("line {} is '{}', where there should be no more", extra.number,
                       one_line(extra.text, quoted_line));
  }
  if (got.size() < wanted.size()) {
    return fmt::format("there is no more after {} of {} lines; next should be '{}'", got.size(), wanted.size(),
                       one_line(wanted[got.size()].text, quoted_line));
  }
  return std::nullopt;
}

} // namespace mapwright::kernel
