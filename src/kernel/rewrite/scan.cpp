#include "kernel/rewrite/scan.hpp"

#include "core/words.hpp"
#include "kernel/source/span.hpp"

#include <algorithm>
#include <cctype>

namespace mapwright::kernel::rewrite {
namespace {

bool is_blank(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

bool is_comment(SpanKind kind) {
  return kind == SpanKind::line_comment || kind == SpanKind::block_comment;
}

} // namespace

bool is_identifier(std::string_view text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0 &&
         std::all_of(text.begin(), text.end(), is_word_character);
}

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    if (const SourceSpan span = span_at(text, at); is_comment(span.kind)) {
      at = span.end;
    } else if (is_blank(text[at])) {
      ++at;
    } else {
      break;
    }
  }
  return at;
}

std::size_t find_outside(std::string_view text, std::size_t at, char wanted) {
  int depth = 0;
  while (at < text.size()) {
    if (const SourceSpan span = span_at(text, at); span.kind != SpanKind::code) {
      at = span.end;
      continue;
    }
    const char c = text[at];
    if (depth == 0 && c == wanted) {
      return at;
    }
    if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if (c == ')' || c == ']' || c == '}') {
      if (--depth < 0) {
        break;
      }
    }
    ++at;
  }
  return text.size();
}

std::size_t closing(std::string_view text, std::size_t open) {
  const char close = text[open] == '(' ? ')' : text[open] == '[' ? ']' : '}';
  return find_outside(text, open + 1, close);
}

std::string squeezed(std::string_view text) {
  std::string result;
  for (std::size_t at = skip_blanks(text, 0); at < text.size();) {
    const std::size_t next = skip_blanks(text, at);
    if (next != at) {
      result += next < text.size() ? " " : "";
      at = next;
    } else {
      result += text[at++];
    }
  }
  return result;
}

} // namespace mapwright::kernel::rewrite
