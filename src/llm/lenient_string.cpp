#include "llm/lenient_string.hpp"

#include <charconv>
#include <cstdint>
#include <optional>

namespace mapwright::llm {
namespace {

constexpr std::size_t typographic_length = 3; ///< bytes of U+2018 to U+201F: e2 80 98 to e2 80 9f

bool typographic_at(std::string_view text, std::size_t at) {
  if (at + typographic_length > text.size() || text[at] != '\xe2' || text[at + 1] != '\x80') {
    return false;
  }
  const auto last = static_cast<unsigned char>(text[at + 2]);
  return last >= 0x98 && last <= 0x9f;
}

/// U+2018 to U+201B are single, U+201C to U+201F double.
bool is_double(std::string_view text, std::size_t at) {
  return (static_cast<unsigned char>(text[at + 2]) & 4U) != 0;
}

/// The apostrophe of "don't" closes nothing.
bool is_letter_at(std::string_view text, std::size_t at) {
  return at < text.size() && ((text[at] >= 'a' && text[at] <= 'z') || (text[at] >= 'A' && text[at] <= 'Z'));
}

void append_utf8(std::string& out, std::uint32_t code) {
  const auto byte = [&](std::uint32_t value) { out += static_cast<char>(static_cast<unsigned char>(value)); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xc0U | (code >> 6U));
    byte(0x80U | (code & 0x3fU));
  } else if (code < 0x10000) {
    byte(0xe0U | (code >> 12U));
    byte(0x80U | ((code >> 6U) & 0x3fU));
    byte(0x80U | (code & 0x3fU));
  } else {
    byte(0xf0U | (code >> 18U));
    byte(0x80U | ((code >> 12U) & 0x3fU));
    byte(0x80U | ((code >> 6U) & 0x3fU));
    byte(0x80U | (code & 0x3fU));
  }
}

/// The four hexadecimal digits of "\uXXXX" at `at`.
std::optional<std::uint32_t> unicode_escape(std::string_view text, std::size_t at) {
  const std::string_view escape = text.substr(at, 6);
  std::uint32_t code = 0;
  if (escape.size() < 6 || !escape.starts_with("\\u")) {
    return std::nullopt;
  }
  const auto [end, error] = std::from_chars(escape.data() + 2, escape.data() + 6, code, 16);
  return error == std::errc() && end == escape.data() + 6 ? std::optional(code) : std::nullopt;
}

/// Resolves the escape at `at` into `string`; where it ends.
std::size_t read_escape(std::string_view text, std::size_t at, LenientString& string) {
  constexpr std::string_view names = "\"\\/bfnrt'";
  constexpr std::string_view values = "\"\\/\b\f\n\r\t'";
  const char name = at + 1 < text.size() ? text[at + 1] : '\0';
  if (const std::size_t known = names.find(name); known != std::string_view::npos) {
    string.text += values[known];
    return at + 2;
  }
  if (const auto code = unicode_escape(text, at)) {
    const auto low = unicode_escape(text, at + 6);
    if (*code >= 0xd800 && *code < 0xdc00 && low && *low >= 0xdc00 && *low < 0xe000) {
      append_utf8(string.text, 0x10000 + ((*code - 0xd800) << 10U) + (*low - 0xdc00));
      return at + 12;
    }
    append_utf8(string.text, *code >= 0xd800 && *code < 0xe000 ? 0xfffd : *code);
    return at + 6;
  }
  string.fixes.push_back("unknown escape kept");
  string.text += '\\';
  return at + 1;
}

} // namespace

bool quote_at(std::string_view text, std::size_t at) {
  return at < text.size() && (text[at] == '"' || text[at] == '\'' || typographic_at(text, at));
}

LenientString read_string(std::string_view text, std::size_t at) {
  LenientString string;
  const std::size_t opening = at;
  const bool typographic = typographic_at(text, opening);
  if (typographic || text[opening] == '\'') {
    string.fixes.push_back(typographic ? "typographic quotes" : "single quotes");
  }
  const std::size_t quote = typographic ? typographic_length : 1;
  const auto closes = [&](std::size_t place) {
    if (typographic) {
      return typographic_at(text, place) && is_double(text, place) == is_double(text, opening) &&
             (is_double(text, place) || !is_letter_at(text, place + quote));
    }
    return text[place] == text[opening] && (text[place] == '"' || !is_letter_at(text, place + quote));
  };
  bool raw = false;
  for (at += quote; at < text.size() && !closes(at);) {
    if (text[at] == '\\' && at + 1 < text.size()) {
      at = read_escape(text, at, string);
      continue;
    }
    raw = raw || static_cast<unsigned char>(text[at]) < 0x20;
    string.text += text[at++];
  }
  if (raw) {
    string.fixes.push_back("raw newline in a text");
  }
  string.closed = at < text.size();
  string.end = string.closed ? at + quote : text.size();
  return string;
}

} // namespace mapwright::llm
