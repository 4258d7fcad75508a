#include "kernel/source/tokens.hpp"

#include "core/words.hpp"
#include "kernel/source/span.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace mapwright::kernel {

namespace {

constexpr auto long_signs =
    std::to_array<std::string_view>({"<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=",
                                     "&&",  "||",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=", "::", "##"});

bool is_numeral(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// Where the line of a directive ends, continued lines and comments that run over lines included.
std::size_t past_directive(std::string_view source, std::size_t at) {
  while (at < source.size() && (source[at] != '\n' || source[at - 1] == '\\')) {
    const SourceSpan span = span_at(source, at);
    if (span.kind == SpanKind::line_comment) {
      return span.end;
    }
    at = span.kind == SpanKind::block_comment ? span.end : at + 1;
  }
  return at;
}

/// One past a number: digits, letters, points, separators, and signs of exponents.
std::size_t past_number(std::string_view source, std::size_t at) {
  for (++at; at < source.size(); ++at) {
    const char c = source[at];
    const bool sign = (c == '+' || c == '-') && std::string_view("eEpP").find(source[at - 1]) != std::string_view::npos;
    const bool separator = c == '\'' && at + 1 < source.size() && is_word_character(source[at + 1]);
    if (!is_word_character(c) && c != '.' && !sign && !separator) {
      break;
    }
  }
  return at;
}

std::size_t past_name(std::string_view source, std::size_t at) {
  while (at < source.size() && is_word_character(source[at])) {
    ++at;
  }
  return at;
}

std::size_t past_sign(std::string_view source, std::size_t at) {
  const auto found = std::find_if(long_signs.begin(), long_signs.end(),
                                  [&](std::string_view sign) { return source.substr(at, sign.size()) == sign; });
  return at + (found == long_signs.end() ? 1 : found->size());
}

Token token_at(std::string_view source, std::size_t at, Signs signs) {
  const auto token = [&](TokenKind kind, std::size_t end) { return Token{kind, at, end, source.substr(at, end - at)}; };
  const bool point = source[at] == '.' && at + 1 < source.size() && is_numeral(source[at + 1]);
  if (is_numeral(source[at]) || point) {
    return token(TokenKind::number, past_number(source, at));
  }
  if (is_word_character(source[at])) {
    return token(TokenKind::name, past_name(source, at));
  }
  if (const SourceSpan span = span_at(source, at); span.kind == SpanKind::literal) {
    return token(TokenKind::literal, span.end);
  }
  return token(TokenKind::sign, signs == Signs::whole ? past_sign(source, at) : at + 1);
}

} // namespace

std::vector<Token> tokens_of(std::string_view source, Signs signs, Directives directives) {
  std::vector<Token> tokens;
  bool line_begins = true;
  for (std::size_t at = 0; at < source.size();) {
    const SourceSpan span = span_at(source, at);
    if (std::isspace(static_cast<unsigned char>(source[at])) != 0) {
      line_begins = line_begins || source[at] == '\n';
      ++at;
    } else if (span.kind == SpanKind::line_comment || span.kind == SpanKind::block_comment) {
      line_begins = line_begins || source.substr(at, span.end - at).find('\n') != std::string_view::npos;
      at = span.end;
    } else if (source[at] == '#' && line_begins && directives == Directives::left_out) {
      at = past_directive(source, at);
    } else {
      tokens.push_back(token_at(source, at, signs));
      at = tokens.back().end;
      line_begins = false;
    }
  }
  return tokens;
}

std::size_t closing(const std::vector<Token>& tokens, std::size_t open) {
  std::size_t depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    if (tokens[i].kind != TokenKind::sign) {
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
