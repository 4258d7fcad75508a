#include "cli/values.hpp"

#include "cli/terminal.hpp"
#include "expr/text.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::cli {

using expr::Int;

namespace {

constexpr std::size_t table_text_limit = std::size_t{1} << 30;

std::vector<std::string_view> split(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = text.find_first_of(separators, begin);
    parts.push_back(text.substr(begin, end == std::string_view::npos ? end : end - begin));
    if (end == std::string_view::npos) {
      return parts;
    }
    begin = end + 1;
  }
}

} // namespace

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

Result<Int> parse_integer(std::string_view text, const std::string& what) {
  const std::string_view digits = trimmed(text);
  if (const auto value = expr::parse_int(digits)) {
    return *value;
  }
  const std::size_t sign = digits.starts_with('-') ? 1 : 0;
  const bool all_digits =
      digits.size() > sign && digits.find_first_not_of("0123456789", sign) == std::string_view::npos;
  if (all_digits) {
    return fail(ErrorKind::input, fmt::format("{} is beyond 127 bits: {}", what, digits.substr(0, 60)),
                "sizes and indices are integers below 2^127");
  }
  return fail(ErrorKind::input, fmt::format("{} is not an integer: '{}'", what, digits.substr(0, 60)));
}

Result<std::uint64_t> parse_count(const std::string& text, const std::string& what, std::uint64_t least,
                                  std::uint64_t most) {
  const auto value = parse_integer(text, what);
  if (!value) {
    return forward(value);
  }
  if (*value < static_cast<Int>(least) || *value > static_cast<Int>(most)) {
    return fail(ErrorKind::input, fmt::format("{} must be from {} to {}", what, least, most));
  }
  return static_cast<std::uint64_t>(*value);
}

Result<std::vector<NamedSize>> parse_sizes(std::string_view text) {
  std::vector<NamedSize> sizes;
  for (const std::string_view part : split(text, ",")) {
    const std::size_t equals = part.find('=');
    const std::string name(trimmed(part.substr(0, equals)));
    if (equals == std::string_view::npos || !expr::is_name(name)) {
      return fail(ErrorKind::input, fmt::format("--param expects NAME=VALUE, found '{}'", part.substr(0, 60)),
                  "e.g. --param n=10, or --param n=10,m=3");
    }
    const auto value = parse_integer(part.substr(equals + 1), fmt::format("parameter '{}'", name));
    if (!value) {
      return forward(value);
    }
    sizes.push_back({name, *value});
  }
  return sizes;
}

Result<expr::Table> parse_table_option(std::string_view text) {
  const std::size_t equals = text.find('=');
  const std::string name(trimmed(text.substr(0, equals)));
  if (equals == std::string_view::npos || !expr::is_name(name)) {
    return fail(ErrorKind::input, fmt::format("--table expects NAME=VALUES, found '{}'", text.substr(0, 60)),
                "e.g. --table cu_seqlens=0,3,8 or --table cu_seqlens=offsets.txt");
  }
  std::string values(trimmed(text.substr(equals + 1)));
  std::string what = fmt::format("table '{}'", name);
  if (values.find_first_not_of("0123456789-, \t") != std::string::npos) {
    auto contents = read_file(values, table_text_limit, what);
    if (!contents) {
      return forward(contents);
    }
    what = values;
    values = std::move(*contents);
  }
  expr::Table table{expr::Symbol(name), true, {}, 0, 0, {}};
  for (const std::string_view part : split(values, ", \t\r\n")) {
    if (part.empty()) {
      continue;
    }
    const auto value = parse_integer(part, fmt::format("entry {} of {}", table.values.size(), what));
    if (!value) {
      return forward(value);
    }
    if (*value < INT64_MIN || *value > INT64_MAX) {
      return fail(ErrorKind::input, fmt::format("entry {} of {} is beyond 63 bits", table.values.size(), what));
    }
    table.values.push_back(static_cast<std::int64_t>(*value));
  }
  if (!table.values.empty()) {
    const auto [least, greatest] = std::minmax_element(table.values.begin(), table.values.end());
    table.least = *least;
    table.greatest = *greatest;
  }
  return table;
}

Result<domain::Point> parse_point(std::string_view text, const std::vector<std::string>& dimensions) {
  std::string_view inside = trimmed(text);
  if (inside.starts_with('(') && inside.ends_with(')')) {
    inside = inside.substr(1, inside.size() - 2);
  }
  const std::vector<std::string_view> parts = split(inside, ",");
  if (parts.size() != dimensions.size()) {
    return fail(ErrorKind::input,
                fmt::format("the point '{}' has {} coordinates, the domain has {}: {}", trimmed(text).substr(0, 60),
                            inside.empty() ? 0 : parts.size(), dimensions.size(), fmt::join(dimensions, ", ")));
  }
  domain::Point point;
  for (std::size_t d = 0; d < parts.size(); ++d) {
    const auto value = parse_integer(parts[d], fmt::format("coordinate {}", dimensions[d]));
    if (!value) {
      return forward(value);
    }
    point.push_back(*value);
  }
  return point;
}

} // namespace mapwright::cli
