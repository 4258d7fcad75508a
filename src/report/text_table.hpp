// Columns of text, aligned.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace mapwright::report {

struct Column {
  std::string title;
  bool right = false;      ///< numbers
  std::size_t most = 1000; ///< longer cells are cut and end in "..."
};

/// Two spaces between columns, no space at the end of a line, the titles first.
std::string table_text(const std::vector<Column>& columns, const std::vector<std::vector<std::string>>& rows);

/// `text` broken at spaces into lines of at most `width` bytes; a word longer than that has a line of its own.
std::vector<std::string> wrapped(const std::string& text, std::size_t width);

/// Digits in groups of three: 1234567 -> "1 234 567".
std::string grouped(const std::string& digits);

/// "400 us", "12.3 ms", "2 s", from picoseconds up: three significant digits, more only above 1000 s.
std::string duration_text(double seconds);

/// "name         value" and a newline, with further lines of a long value below it.
std::string field(const std::string& name, const std::string& value);

} // namespace mapwright::report
