#include "kernel/source/span.hpp"

#include "core/words.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace mapwright::kernel {

namespace {

constexpr std::string_view our_word = "mapwright";
constexpr std::array<std::string_view, 5> raw_prefixes{"R", "LR", "uR", "UR", "u8R"};

/// One past the end of what begins at `at` and ends with `close`; the end of the text when it is not closed.
std::size_t past(std::string_view source, std::size_t at, std::string_view close) {
  const std::size_t found = source.find(close, at);
  return found == std::string_view::npos ? source.size() : found + close.size();
}

std::size_t past_line_comment(std::string_view source, std::size_t at) {
  std::size_t end = past(source, at, "\n");
  while (end < source.size() && source[end - 2] == '\\') {
    end = past(source, end, "\n");
  }
  return end;
}

/// One past the literal whose quote stands at `at`.
std::size_t past_literal(std::string_view source, std::size_t at) {
  const char quote = source[at];
  for (++at; at < source.size() && source[at] != '\n'; ++at) {
    if (source[at] == '\\') {
      ++at;
    } else if (source[at] == quote) {
      return at + 1;
    }
  }
  return std::min(at, source.size());
}

/// One past the raw literal whose quote stands at `at`: R"mark( ... )mark".
std::size_t past_raw_literal(std::string_view source, std::size_t at) {
  const std::size_t open = std::min(source.find('(', at), source.size());
  return past(source, open, ")" + std::string(source.substr(at + 1, open - at - 1)) + "\"");
}

/// The characters of words, digit separators among them, that end at `end`.
std::string_view word_before(std::string_view source, std::size_t end) {
  std::size_t begin = end;
  while (begin > 0 && (is_word_character(source[begin - 1]) || source[begin - 1] == '\'')) {
    --begin;
  }
  return source.substr(begin, end - begin);
}

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

} // namespace

SourceSpan span_at(std::string_view source, std::size_t at) {
  if (source.substr(at, 2) == "//") {
    return {SpanKind::line_comment, past_line_comment(source, at)};
  }
  if (source.substr(at, 2) == "/*") {
    return {SpanKind::block_comment, past(source, at + 2, "*/")};
  }
  if (source[at] == '"') {
    const std::string_view prefix = word_before(source, at);
    const bool raw = std::find(raw_prefixes.begin(), raw_prefixes.end(), prefix) != raw_prefixes.end();
    return {SpanKind::literal, raw ? past_raw_literal(source, at) : past_literal(source, at)};
  }
  if (source[at] == '\'') {
    const std::string_view before = word_before(source, at);
    const bool separator = !before.empty() && is_digit(before.front());
    return separator ? SourceSpan{SpanKind::code, at + 1} : SourceSpan{SpanKind::literal, past_literal(source, at)};
  }
  return {SpanKind::code, at + 1};
}

std::size_t past_first_word(std::string_view source, std::size_t at, std::string_view word) {
  std::size_t begin = at + 2;
  while (begin < source.size() && std::isspace(static_cast<unsigned char>(source[begin])) != 0) {
    ++begin;
  }
  const std::size_t end = begin + word.size();
  const bool found = source.substr(begin, word.size()) == word &&
                     (end >= source.size() || (!is_word_character(source[end]) && source[end] != '-'));
  return found ? end : 0;
}

std::size_t past_mapwright(std::string_view source, std::size_t at) {
  return past_first_word(source, at, our_word);
}

} // namespace mapwright::kernel
