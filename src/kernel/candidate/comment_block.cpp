#include "kernel/candidate/comment_block.hpp"

#include <algorithm>
#include <cctype>

namespace mapwright::kernel {

namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Whether a word of ours could go on with it.
bool continues(char c) {
  return is_word(c) || c == '-';
}

/// One past the end of what begins at `at` and ends with `close`; the end of the text when it is not closed.
std::size_t past(std::string_view source, std::size_t at, std::string_view close) {
  const std::size_t found = source.find(close, at);
  return found == std::string_view::npos ? source.size() : found + close.size();
}

/// One past the literal whose quote stands at `at`; it ends with its line when it is not closed.
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

/// Where the contents of a block comment begin when it is for us: behind the word.
std::optional<std::size_t> contents(std::string_view source, std::size_t at, std::string_view word) {
  std::size_t begin = at + 2;
  while (begin < source.size() && std::isspace(static_cast<unsigned char>(source[begin])) != 0) {
    ++begin;
  }
  const std::size_t end = begin + word.size();
  const bool ours = source.substr(begin, word.size()) == word && (end >= source.size() || !continues(source[end]));
  return ours ? std::optional(end) : std::nullopt;
}

} // namespace

std::optional<MarkedComment> marked_comment(std::string_view source, std::string_view word) {
  std::size_t at = 0;
  while (at < source.size()) {
    if (source.substr(at, 2) == "//") {
      at = past(source, at, "\n");
    } else if (source.substr(at, 2) == "/*") {
      const std::size_t end = past(source, at + 2, "*/");
      if (const auto begin = contents(source, at, word)) {
        std::string text(source.substr(0, source.substr(end - 2, 2) == "*/" ? end - 2 : end));
        std::transform(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(*begin), text.begin(),
                       [](char c) { return c == '\n' ? '\n' : ' '; });
        return MarkedComment{std::move(text), at, end};
      }
      at = end;
    } else if (source[at] == '"') {
      at = at > 0 && source[at - 1] == 'R' ? past_raw_literal(source, at) : past_literal(source, at);
    } else if (source[at] == '\'' && (at == 0 || !is_word(source[at - 1]))) { // not the one of 1'000
      at = past_literal(source, at);
    } else {
      ++at;
    }
  }
  return std::nullopt;
}

std::optional<std::string> mapwright_comment(std::string_view source) {
  auto comment = marked_comment(source, "mapwright");
  return comment ? std::optional(std::move(comment->text)) : std::nullopt;
}

} // namespace mapwright::kernel
