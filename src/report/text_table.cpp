#include "report/text_table.hpp"

#include "mapper/amounts.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

namespace mapwright::report {

namespace {

std::string cut(const std::string& cell, std::size_t most) {
  return cell.size() <= most || most < 4 ? cell : cell.substr(0, most - 3) + "...";
}

} // namespace

std::string table_text(const std::vector<Column>& columns, const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    std::size_t width = columns[c].title.size();
    for (const auto& row : rows) {
      width = std::max(width, cut(row.at(c), columns[c].most).size());
    }
    widths.push_back(width);
  }
  std::string text;
  const auto add = [&](auto cell_of) {
    std::string line;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const std::string cell = cut(cell_of(c), columns[c].most);
      line += c == 0 ? "" : "  ";
      line += columns[c].right ? fmt::format("{:>{}}", cell, widths[c]) : fmt::format("{:<{}}", cell, widths[c]);
    }
    line.resize(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  };
  add([&](std::size_t c) { return columns[c].title; });
  for (const auto& row : rows) {
    add([&](std::size_t c) { return row.at(c); });
  }
  return text;
}

std::vector<std::string> wrapped(const std::string& text, std::size_t width) {
  std::vector<std::string> lines;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (lines.empty() || lines.back().size() + 1 + word.size() > width) {
      lines.push_back(word);
    } else {
      lines.back() += " " + word;
    }
  }
  return lines;
}

std::string grouped(const std::string& digits) {
  std::string text;
  const std::size_t first = digits.starts_with('-') ? 1 : 0;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > first && (digits.size() - i) % 3 == 0) {
      text += ' ';
    }
    text += digits[i];
  }
  return text;
}

std::string duration_text(double seconds) {
  return mapper::amount_of_time(seconds);
}

std::string field(const std::string& name, const std::string& value) {
  std::string text;
  for (const std::string& line : wrapped(value, 87)) {
    text += fmt::format("{:<13}{}\n", text.empty() ? name : "", line);
  }
  return text;
}

} // namespace mapwright::report
