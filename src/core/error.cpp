#include "core/error.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright {

std::string Error::format() const {
  std::string out;
  if (where) {
    out = fmt::format("{}:{}:{}: error: {}", where->file, where->line, where->column, message);
    if (!where->source_line.empty()) {
      out += fmt::format("\n  {}\n  {}^", where->source_line,
                         std::string(static_cast<std::size_t>(std::max(0, where->column - 1)), ' '));
    }
  } else {
    out = fmt::format("error: {}", message);
  }
  if (!hint.empty()) {
    out += fmt::format("\nhint: {}", hint);
  }
  return out;
}

SourceLocation locate(std::string_view text, std::size_t offset, std::string_view file) {
  offset = std::min(offset, text.size());
  SourceLocation place;
  place.file = std::string(file);
  std::size_t line_start = 0;
  for (std::size_t i = 0; i < offset; ++i) {
    if (text[i] == '\n') {
      ++place.line;
      line_start = i + 1;
    }
  }
  place.column = static_cast<int>(offset - line_start) + 1;
  const std::size_t line_end = text.find('\n', line_start);
  place.source_line = std::string(
      text.substr(line_start, line_end == std::string_view::npos ? std::string_view::npos : line_end - line_start));
  return place;
}

} // namespace mapwright
