#include "llm/excerpt.hpp"

#include <cstdint>

#include <fmt/format.h>

namespace mapwright::llm {
namespace {

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U;
}

/// Bytes of the valid character at `at`; 0 when there is none. Overlong forms, surrogates and what lies beyond
/// U+10FFFF are invalid (Unicode 15, table 3-7).
std::size_t character_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) -> unsigned { return static_cast<unsigned char>(text[at + i]); };
  const unsigned lead = byte(0);
  const std::size_t length = lead < 0x80   ? 1
                             : lead < 0xc2 ? 0
                             : lead < 0xe0 ? 2
                             : lead < 0xf0 ? 3
                             : lead < 0xf5 ? 4
                                           : 0;
  if (length == 0 || at + length > text.size()) {
    return 0;
  }
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_continuation(text[at + i])) {
      return 0;
    }
  }
  const bool outside = (lead == 0xe0 && byte(1) < 0xa0) || (lead == 0xed && byte(1) >= 0xa0) ||
                       (lead == 0xf0 && byte(1) < 0x90) || (lead == 0xf4 && byte(1) >= 0x90);
  return outside ? 0 : length;
}

/// The largest border of a character at or before `at` in valid text.
std::size_t border_before(std::string_view valid, std::size_t at) {
  while (at > 0 && at < valid.size() && is_continuation(valid[at])) {
    --at;
  }
  return at;
}

} // namespace

std::string valid_utf8(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_length(text, at);
    if (length == 0) {
      valid += "\xef\xbf\xbd";
      ++at;
    } else {
      valid += text.substr(at, length);
      at += length;
    }
  }
  return valid;
}

std::string excerpt(std::string_view text, std::size_t most) {
  std::string valid = valid_utf8(text);
  if (valid.size() > most) {
    valid.resize(border_before(valid, most));
    valid += "...";
  }
  return valid;
}

std::string without_middle(std::string_view text, std::size_t most) {
  std::string valid = valid_utf8(text);
  if (valid.size() <= most) {
    return valid;
  }
  const std::size_t head = border_before(valid, most / 2);
  const std::size_t tail = border_before(valid, valid.size() - most / 2);
  return fmt::format("{}\n[... {} bytes left out ...]\n{}", valid.substr(0, head), tail - head, valid.substr(tail));
}

std::string with_newlines(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\r') {
      out += text[at];
    } else if (at + 1 == text.size() || text[at + 1] != '\n') {
      out += '\n';
    }
  }
  return out;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blank = " \t\r\n\v\f";
  const std::size_t begin = text.find_first_not_of(blank);
  if (begin == std::string_view::npos) {
    return {};
  }
  return text.substr(begin, text.find_last_not_of(blank) - begin + 1);
}

} // namespace mapwright::llm
