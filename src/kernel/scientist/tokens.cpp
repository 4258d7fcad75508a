#include "kernel/scientist/tokens.hpp"

#include "kernel/candidate/source_span.hpp"

#include <algorithm>
#include <cctype>

namespace mapwright::kernel::scientist {

namespace {

bool begins_word(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_numeral(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

bool continues_word(char c) {
  return begins_word(c) || is_numeral(c);
}

void blank(std::string& text, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    text[i] = text[i] == '\n' ? '\n' : ' ';
  }
}

/// TOML's own comments: from '#' outside a string to the end of the line.
void blank_toml_comments(std::string& text, std::size_t begin, std::size_t end) {
  char quote = 0;
  for (std::size_t i = begin; i < end; ++i) {
    if (quote != 0) {
      quote = text[i] == quote || text[i] == '\n' ? '\0' : quote;
    } else if (text[i] == '"' || text[i] == '\'') {
      quote = text[i];
    } else if (text[i] == '#') {
      const std::size_t line_end = std::min(text.find('\n', i), end);
      blank(text, i, line_end);
      i = line_end;
    }
  }
}

/// One past the number that begins at `at`, with its point, exponent and suffixes.
std::size_t past_number(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size()) {
    const char c = text[end];
    const bool sign_of_exponent =
        (c == '+' || c == '-') && end > at && std::string_view("eEpP").find(text[end - 1]) != std::string_view::npos;
    if (!continues_word(c) && c != '.' && !sign_of_exponent) {
      break;
    }
    ++end;
  }
  return end;
}

Token next_token(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  if (begins_word(text[at])) {
    while (end < text.size() && continues_word(text[end])) {
      ++end;
    }
    return {TokenKind::word, std::string(text.substr(at, end - at))};
  }
  if (is_numeral(text[at]) || (text[at] == '.' && end < text.size() && is_numeral(text[end]))) {
    return {TokenKind::number, std::string(text.substr(at, past_number(text, at) - at))};
  }
  if (const SourceSpan span = span_at(text, at); span.kind == SpanKind::literal) {
    return {TokenKind::literal, std::string(text.substr(at, span.end - at))};
  }
  return {TokenKind::sign, std::string(1, text[at])};
}

} // namespace

CodeText code_of(std::string_view source) {
  CodeText code{std::string(source)};
  for (std::size_t at = 0; at < source.size();) {
    const SourceSpan span = span_at(source, at);
    const bool block = span.kind == SpanKind::block_comment;
    const std::size_t contents = block && code.block_end == 0 ? past_mapwright(source, at) : 0;
    if (contents > 0) {
      const bool closed = source.substr(span.end - 2, 2) == "*/";
      code.block_begin = contents;
      code.block_end = closed ? span.end - 2 : span.end;
      blank(code.text, at, contents);
      blank(code.text, code.block_end, span.end);
      blank_toml_comments(code.text, code.block_begin, code.block_end);
    } else if (block || span.kind == SpanKind::line_comment) {
      blank(code.text, at, span.end);
    }
    at = span.end;
  }
  return code;
}

std::vector<Token> tokens_of(const CodeText& code) {
  std::vector<Token> tokens;
  for (std::size_t at = 0; at < code.text.size();) {
    if (std::isspace(static_cast<unsigned char>(code.text[at])) != 0) {
      ++at;
      continue;
    }
    Token token = next_token(code.text, at);
    token.in_block = at >= code.block_begin && at < code.block_end;
    at += token.text.size();
    tokens.push_back(std::move(token));
  }
  return tokens;
}

std::vector<std::string> token_texts(std::string_view code) {
  std::vector<std::string> texts;
  for (Token& token : tokens_of(code_of(code))) {
    texts.push_back(std::move(token.text));
  }
  return texts;
}

} // namespace mapwright::kernel::scientist
