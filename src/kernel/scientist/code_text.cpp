#include "kernel/scientist/code_text.hpp"

#include "kernel/source/span.hpp"

#include <algorithm>

namespace mapwright::kernel::scientist {

namespace {

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

std::vector<CodeToken> code_tokens(const CodeText& code) {
  std::vector<CodeToken> tokens;
  for (const Token& token : tokens_of(code.text, Signs::single, Directives::kept)) {
    const bool in_block = token.begin >= code.block_begin && token.begin < code.block_end;
    tokens.push_back({token.kind, std::string(token.text), in_block});
  }
  return tokens;
}

std::vector<std::string> token_texts(std::string_view code) {
  std::vector<std::string> texts;
  for (CodeToken& token : code_tokens(code_of(code))) {
    texts.push_back(std::move(token.text));
  }
  return texts;
}

} // namespace mapwright::kernel::scientist
