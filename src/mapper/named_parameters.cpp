#include "mapper/named_parameters.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

/// "name=value" into `values`; false when it is something else.
bool read_parameter(std::string_view text, std::map<std::string, std::int64_t>& values) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    return false;
  }
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data() + equals + 1, end, value);
  return error == std::errc() && stopped == end && values.emplace(std::string(text.substr(0, equals)), value).second;
}

} // namespace

Result<NamedParameters> read_named_parameters(std::string_view text, std::string_view what, std::string_view example) {
  const std::size_t comma = std::min(text.find(','), text.size());
  NamedParameters read{std::string(text.substr(0, comma)), {}};
  std::size_t begin = comma;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find(',', begin + 1), text.size());
    const std::string_view item = text.substr(begin + 1, end - begin - 1);
    if (!read_parameter(item, read.values)) {
      return fail(ErrorKind::input, fmt::format("{} {}: '{}' is no new parameter=integer", what, read.name, item),
                  fmt::format("e.g. {}", example));
    }
    begin = end;
  }
  return read;
}

} // namespace mapwright::mapper
