#include "kernel/init/tokens.hpp"

#include "kernel/candidate/source_span.hpp"

#include <algorithm>
#include <cctype>

namespace mapwright::kernel {

namespace {

bool begins_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool in_name(char c) {
  return begins_name(c) || std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// One past a directive with its continued lines.
std::size_t past_directive(std::string_view source, std::size_t at) {
  for (; at < source.size(); ++at) {
    if (source[at] == '\n' && source[at - 1] != '\\') {
      return at;
    }
  }
  return at;
}

/// One past a number: digits, letters, points, separators, and signs of exponents.
std::size_t past_number(std::string_view source, std::size_t at) {
  for (; at < source.size(); ++at) {
    const char c = source[at];
    const char before = static_cast<char>(std::tolower(static_cast<unsigned char>(source[at - (at > 0 ? 1 : 0)])));
    const bool sign = (c == '+' || c == '-') && (before == 'e' || before == 'p');
    const bool separator = c == '\'' && at + 1 < source.size() && in_name(source[at + 1]);
    if (!in_name(c) && c != '.' && !sign && !separator) {
      break;
    }
  }
  return at;
}

/// One past the blank space or comment at `at`; `at` itself when there is none.
std::size_t past_nothing(std::string_view source, std::size_t at) {
  if (std::isspace(static_cast<unsigned char>(source[at])) != 0) {
    return at + 1;
  }
  if (source.substr(at, 2) == "//") {
    return std::min(source.find('\n', at), source.size());
  }
  if (source.substr(at, 2) == "/*") {
    const std::size_t end = source.find("*/", at + 2);
    return end == std::string_view::npos ? source.size() : end + 2;
  }
  return at;
}

} // namespace

std::vector<Token> tokens_of(std::string_view source) {
  std::vector<Token> tokens;
  bool line_begins = true;
  for (std::size_t at = 0; at < source.size();) {
    if (const std::size_t after = past_nothing(source, at); after != at) {
      line_begins = line_begins || source[at] == '\n';
      at = after;
      continue;
    }
    const char c = source[at];
    if (c == '#' && line_begins) {
      at = past_directive(source, at);
      continue;
    }
    line_begins = false;
    std::size_t end = at + 1;
    TokenKind kind = TokenKind::punctuation;
    if (begins_name(c)) {
      kind = TokenKind::identifier;
      end = static_cast<std::size_t>(
          std::find_if_not(source.begin() + static_cast<std::ptrdiff_t>(at), source.end(), in_name) - source.begin());
    } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      kind = TokenKind::number;
      end = past_number(source, at);
    } else if (c == '"' || c == '\'') {
      kind = TokenKind::literal;
      end = past_literal(source, at);
    }
    tokens.push_back({kind, source.substr(at, end - at), at});
    at = end;
  }
  return tokens;
}

std::size_t closing(const std::vector<Token>& tokens, std::size_t open) {
  std::size_t depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    if (tokens[i].kind != TokenKind::punctuation) {
      continue;
    }
    const char c = tokens[i].text.front();
    depth += c == '(' || c == '[' || c == '{' ? 1U : 0U;
    if ((c == ')' || c == ']' || c == '}') && --depth == 0) {
      return i;
    }
  }
  return tokens.size();
}

} // namespace mapwright::kernel
