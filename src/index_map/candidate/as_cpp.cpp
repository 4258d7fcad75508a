#include "index_map/candidate/as_cpp.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace mapwright::index_map::candidate {

namespace {

constexpr std::string_view blanks = " \t";
constexpr std::string_view white_space = " \t\r\n\v\f";

constexpr std::array<std::string_view, 6> cuda_headers{
    "cuda.h",         "cuda_runtime.h",   "cuda_runtime_api.h",
    "vector_types.h", "math_constants.h", "device_launch_parameters.h"};

constexpr std::array<std::string_view, 6> vector_elements{"int", "uint", "long", "ulong", "float", "double"};

/// Where the next character outside `skipped` stands at or after `from`; the length of the text if there is none.
std::size_t past(std::string_view text, std::size_t from, std::string_view skipped) {
  return std::min(text.find_first_not_of(skipped, from), text.size());
}

/// Takes `wanted` off the front of `line`, after blanks; false, and nothing taken, where it is not there.
bool take(std::string_view& line, std::string_view wanted) {
  const auto rest = line.substr(past(line, 0, blanks));
  if (!rest.starts_with(wanted)) {
    return false;
  }
  line = rest.substr(wanted.size());
  return true;
}

bool includes_cuda_header(std::string_view line) {
  if (!take(line, "#") || !take(line, "include") || (!take(line, "<") && !take(line, "\""))) {
    return false;
  }
  return std::ranges::any_of(cuda_headers, [&line](std::string_view header) {
    return line.starts_with(header) && line.substr(header.size()).find_first_of(">\"") == 0;
  });
}

bool is_vector_type(std::string_view word) {
  return !word.empty() && word.back() >= '2' && word.back() <= '4' &&
         std::ranges::find(vector_elements, word.substr(0, word.size() - 1)) != vector_elements.end();
}

/// Where the type's closing parenthesis stands, if a vector literal opens at `open`; npos otherwise.
std::size_t close_of_literal(std::string_view text, std::size_t open) {
  const auto word = past(text, open + 1, white_space);
  const auto end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz234", word);
  if (end == std::string_view::npos || !is_vector_type(text.substr(word, end - word))) {
    return std::string_view::npos;
  }
  const auto close = past(text, end, white_space);
  if (close == text.size() || text[close] != ')') {
    return std::string_view::npos;
  }
  const auto values = past(text, close + 1, white_space);
  return values < text.size() && text[values] == '(' ? close : std::string_view::npos;
}

} // namespace

std::string cuda_as_cpp(std::string source) {
  for (std::size_t start = 0; start < source.size();) {
    const auto end = std::min(source.find('\n', start), source.size());
    if (includes_cuda_header(std::string_view(source).substr(start, end - start))) {
      std::fill(source.begin() + static_cast<std::ptrdiff_t>(start), source.begin() + static_cast<std::ptrdiff_t>(end),
                ' ');
    }
    start = end + 1;
  }
  return source;
}

std::string opencl_as_cpp(std::string source) {
  for (auto open = source.find('('); open != std::string::npos; open = source.find('(', open + 1)) {
    const auto close = close_of_literal(source, open);
    if (close != std::string_view::npos) {
      source[open] = ' ';
      source[close] = ' ';
    }
  }
  return source;
}

} // namespace mapwright::index_map::candidate
