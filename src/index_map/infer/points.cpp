#include "index_map/infer/points.hpp"

#include "expr/int128.hpp"
#include "expr/text.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::index_map::infer {

namespace {

constexpr std::size_t most_dimensions = 6;

struct Cell {
  std::string_view text;
  std::size_t offset = 0; ///< in the file
};

struct Line {
  std::vector<Cell> cells;
  std::size_t offset = 0;
  int number = 1;
  std::string_view text;
};

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

std::vector<Cell> split(std::string_view line, std::size_t offset) {
  std::vector<Cell> cells;
  for (std::size_t begin = 0;;) {
    const std::size_t end = std::min(line.find(',', begin), line.size());
    std::size_t first = begin;
    std::size_t last = end;
    while (first < last && is_blank(line[first])) {
      ++first;
    }
    while (last > first && is_blank(line[last - 1])) {
      --last;
    }
    cells.push_back({line.substr(first, last - first), offset + first});
    if (end == line.size()) {
      return cells;
    }
    begin = end + 1;
  }
}

/// The lines that hold something.
std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  int number = 1;
  for (std::size_t begin = 0; begin < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    if (!std::all_of(line.begin(), line.end(), is_blank)) {
      lines.push_back({split(line, begin), begin, number, line});
    }
    begin = end + 1;
  }
  return lines;
}

bool is_number(std::string_view text) {
  const std::size_t sign = text.starts_with('-') ? 1 : 0;
  return text.size() > sign && text.find_first_not_of("0123456789", sign) == std::string_view::npos;
}

class Reader {
public:
  Reader(std::string_view text, const std::string& file) : text_(text) { examples_.file = file; }

  Result<Examples> read() {
    const std::vector<Line> all = lines_of(text_);
    std::span<const Line> rows(all);
    if (!rows.empty() && expr::is_name(rows[0].cells[0].text)) {
      if (auto error = read_names(rows[0])) {
        return tl::unexpected<Error>(*error);
      }
      rows = rows.subspan(1);
    }
    if (rows.empty()) {
      return tl::unexpected<Error>(error_at(text_.size(), "there are no points", example));
    }
    columns_ = names_.empty() ? rows[0].cells.size() : names_.size();
    if (auto error = read_numbers(rows)) {
      return tl::unexpected<Error>(*error);
    }
    indexed_ = names_.empty() ? counts_up() : names_[0] == "index";
    if (auto error = check_shape(rows)) {
      return tl::unexpected<Error>(*error);
    }
    if (auto error = take_points(rows)) {
      return tl::unexpected<Error>(*error);
    }
    return std::move(examples_);
  }

private:
  static constexpr const char* example = "one point a line in the order of their indices, e.g. 0,0 then 1,0 then 1,1";

  [[nodiscard]] Error error_at(std::size_t offset, std::string message, std::string hint) const {
    return {ErrorKind::input, std::move(message), locate(text_, offset, examples_.file), std::move(hint)};
  }

  std::optional<Error> read_names(const Line& line) {
    for (const Cell& cell : line.cells) {
      const std::string name(cell.text);
      if (!expr::is_name(name)) {
        return error_at(cell.offset, fmt::format("expected the name of a coordinate, found '{}'", name),
                        "the first line holds names, or is a point");
      }
      if (std::find(names_.begin(), names_.end(), name) != names_.end()) {
        return error_at(cell.offset, fmt::format("the name '{}' is used twice", name), "");
      }
      names_.push_back(name);
    }
    return std::nullopt;
  }

  std::optional<Error> read_numbers(std::span<const Line> rows) {
    if (rows.size() > most_example_points) {
      return error_at(rows[most_example_points].offset, fmt::format("more than {} points", most_example_points),
                      "a few hundred are enough");
    }
    for (const Line& row : rows) {
      if (row.cells.size() != columns_) {
        return error_at(row.offset, fmt::format("expected {} values, found {}", columns_, row.cells.size()),
                        "all points have the same number of coordinates");
      }
      for (const Cell& cell : row.cells) {
        const auto value = is_number(cell.text) ? expr::parse_int(cell.text) : std::nullopt;
        if (!is_number(cell.text)) {
          return error_at(cell.offset, fmt::format("expected an integer, found '{}'", cell.text.substr(0, 40)),
                          example);
        }
        if (!value || *value > most_example_coordinate || *value < -most_example_coordinate) {
          return error_at(cell.offset, "the coordinate is beyond 2^40",
                          "a few hundred points near the start are enough");
        }
        numbers_.push_back(static_cast<std::int64_t>(*value));
      }
    }
    return std::nullopt;
  }

  /// Whether a first of several columns counts 0, 1, 2, ...
  [[nodiscard]] bool counts_up() const {
    const std::size_t rows = numbers_.size() / columns_;
    for (std::size_t i = 0; i < rows; ++i) {
      if (numbers_[i * columns_] != static_cast<std::int64_t>(i)) {
        return false;
      }
    }
    return columns_ > 1 && rows > 2;
  }

  std::optional<Error> check_shape(std::span<const Line> rows) {
    const std::size_t first = indexed_ ? 1 : 0;
    if (columns_ == first || columns_ - first > most_dimensions) {
      return error_at(rows[0].offset,
                      fmt::format("points have 1 to {} coordinates, these have {}", most_dimensions, columns_ - first),
                      example);
    }
    static const std::vector<std::string> usual{"i", "j", "k", "l", "p", "q"};
    const auto count = static_cast<std::ptrdiff_t>(columns_ - first);
    examples_.dimensions =
        names_.empty() ? std::vector<std::string>(usual.begin(), usual.begin() + count)
                       : std::vector<std::string>(names_.begin() + static_cast<std::ptrdiff_t>(first), names_.end());
    examples_.points = PointList(columns_ - first);
    return std::nullopt;
  }

  std::optional<Error> take_points(std::span<const Line> rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Row numbers = Row(numbers_).subspan(i * columns_, columns_);
      if (indexed_ && numbers[0] != static_cast<std::int64_t>(i)) {
        return wrong_index(rows, i);
      }
      examples_.points.push(numbers.subspan(indexed_ ? 1 : 0));
      examples_.lines.push_back(rows[i].number);
      examples_.sources.emplace_back(rows[i].text);
    }
    return std::nullopt;
  }

  /// The index of row `at` is not `at`, those before are right.
  [[nodiscard]] Error wrong_index(std::span<const Line> rows, std::size_t at) const {
    const Row numbers = Row(numbers_).subspan(at * columns_, columns_);
    const std::size_t place = rows[at].cells[0].offset;
    if (numbers[0] >= 0 && numbers[0] < static_cast<std::int64_t>(at)) {
      const auto earlier = static_cast<std::size_t>(numbers[0]);
      const Row before = Row(numbers_).subspan(earlier * columns_, columns_);
      const bool equal = same_point(numbers, before);
      return error_at(place,
                      fmt::format("index {} is given twice: line {} {} {}", numbers[0], rows[earlier].number,
                                  equal ? "also says" : "says", text_of(before.subspan(1))),
                      equal ? "remove one of the two lines"
                            : "the two lines contradict each other: one index, one point");
    }
    return error_at(place, fmt::format("expected index {}, found {}", at, numbers[0]),
                    at == 0 ? "inference needs the first points: give them from index 0 on"
                            : "the points between are missing; give them all, in order");
  }

  std::string_view text_;
  Examples examples_;
  std::vector<std::string> names_;
  std::size_t columns_ = 0;
  std::vector<std::int64_t> numbers_;
  bool indexed_ = false;
};

} // namespace

bool same_point(Row a, Row b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

std::string text_of(Row point) {
  return fmt::format("({})", fmt::join(point, ", "));
}

Result<Examples> read_examples(std::string_view csv, const std::string& file) {
  return Reader(csv, file).read();
}

} // namespace mapwright::index_map::infer
