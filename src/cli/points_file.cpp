#include "cli/points_file.hpp"

#include "cli/values.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::cli {

namespace {

struct Cell {
  std::string_view text;
  std::size_t offset = 0;
};

std::vector<Cell> cells_of(std::string_view line, std::size_t offset) {
  std::vector<Cell> cells;
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = std::min(line.find(',', begin), line.size());
    std::string_view cell = line.substr(begin, end - begin);
    std::size_t at = begin;
    while (!cell.empty() && (cell.front() == ' ' || cell.front() == '\t')) {
      cell.remove_prefix(1);
      ++at;
    }
    while (!cell.empty() && (cell.back() == ' ' || cell.back() == '\t' || cell.back() == '\r')) {
      cell.remove_suffix(1);
    }
    cells.push_back({cell, offset + at});
    if (end == line.size()) {
      return cells;
    }
    begin = end + 1;
  }
}

bool looks_like_names(const std::vector<Cell>& cells) {
  const std::string_view first = cells.front().text;
  return !first.empty() && first.find_first_of("0123456789") != 0 && first.front() != '-';
}

} // namespace

Result<std::vector<domain::Point>> parse_points(std::string_view text, const std::vector<std::string>& dimensions,
                                                const std::string& file) {
  const auto error_at = [&](std::size_t offset, const std::string& message, std::string hint = {}) {
    return tl::unexpected<Error>(Error{ErrorKind::input, message, locate(text, offset, file), std::move(hint)});
  };
  std::vector<std::size_t> column(dimensions.size());
  for (std::size_t d = 0; d < column.size(); ++d) {
    column[d] = d;
  }
  std::vector<domain::Point> points;
  std::size_t columns = dimensions.size();
  bool first_line = true;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    const std::size_t offset = begin;
    begin = end + 1;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) {
      continue;
    }
    const std::vector<Cell> cells = cells_of(line, offset);
    if (std::exchange(first_line, false) && looks_like_names(cells)) {
      columns = cells.size();
      for (std::size_t d = 0; d < dimensions.size(); ++d) {
        const auto found =
            std::find_if(cells.begin(), cells.end(), [&](const Cell& cell) { return cell.text == dimensions[d]; });
        if (found == cells.end()) {
          return error_at(offset, fmt::format("there is no column '{}'", dimensions[d]),
                          fmt::format("the dimensions of the domain are {}", fmt::join(dimensions, ", ")));
        }
        column[d] = static_cast<std::size_t>(found - cells.begin());
      }
      continue;
    }
    if (cells.size() != columns) {
      return error_at(offset, fmt::format("expected {} values, found {}", columns, cells.size()),
                      fmt::format("the dimensions of the domain are {}", fmt::join(dimensions, ", ")));
    }
    domain::Point point;
    for (std::size_t d = 0; d < dimensions.size(); ++d) {
      const Cell& cell = cells[column[d]];
      const auto value = parse_integer(cell.text, fmt::format("coordinate {}", dimensions[d]));
      if (!value) {
        return error_at(cell.offset, value.error().message, value.error().hint);
      }
      point.push_back(*value);
    }
    points.push_back(std::move(point));
  }
  return points;
}

} // namespace mapwright::cli
