#include "kernel/candidate/source_span.hpp"

#include <algorithm>
#include <cctype>
#include <string>

namespace mapwright::kernel {

namespace {

constexpr std::string_view our_word = "mapwright";

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// One past the end of what begins at `at` and ends with `close`; the end of the text when it is not closed.
std::size_t past(std::string_view source, std::size_t at, std::string_view close) {
  const std::size_t found = source.find(close, at);
  return found == std::string_view::npos ? source.size() : found + close.size();
}

/// One past the raw literal whose quote stands at `at`: R"mark( ... )mark".
std::size_t past_raw_literal(std::string_view source, std::size_t at) {
  const std::size_t open = std::min(source.find('(', at), source.size());
  return past(source, open, ")" + std::string(source.substr(at + 1, open - at - 1)) + "\"");
}

} // namespace

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

SourceSpan span_at(std::string_view source, std::size_t at) {
  if (source.substr(at, 2) == "//") {
    return {SpanKind::line_comment, past(source, at, "\n")};
  }
  if (source.substr(at, 2) == "/*") {
    return {SpanKind::block_comment, past(source, at + 2, "*/")};
  }
  if (source[at] == '"') {
    const bool raw = at > 0 && source[at - 1] == 'R';
    return {SpanKind::literal, raw ? past_raw_literal(source, at) : past_literal(source, at)};
  }
  if (source[at] == '\'' && (at == 0 || !is_word(source[at - 1]))) { // not the one of 1'000
    return {SpanKind::literal, past_literal(source, at)};
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
                     (end >= source.size() || (!is_word(source[end]) && source[end] != '-'));
  return found ? end : 0;
}

std::size_t past_mapwright(std::string_view source, std::size_t at) {
  return past_first_word(source, at, our_word);
}

} // namespace mapwright::kernel
