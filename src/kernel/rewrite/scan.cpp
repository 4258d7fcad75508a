#include "kernel/rewrite/scan.hpp"

#include <algorithm>
#include <cctype>

namespace mapwright::kernel::rewrite {
namespace {

bool is_blank(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

/// One past the comment or literal that begins at `at`; `at` itself when none does.
std::size_t past_opaque(std::string_view text, std::size_t at) {
  const auto past = [&](std::string_view close, std::size_t from) {
    const std::size_t found = text.find(close, from);
    return found == std::string_view::npos ? text.size() : found + close.size();
  };
  if (text.substr(at, 2) == "//") {
    return std::min(text.find('\n', at), text.size());
  }
  if (text.substr(at, 2) == "/*") {
    return past("*/", at + 2);
  }
  const bool digit_separator =
      text[at] == '\'' && at > 0 && std::isalnum(static_cast<unsigned char>(text[at - 1])) != 0;
  if ((text[at] != '"' && text[at] != '\'') || digit_separator) {
    return at;
  }
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != text[at] && text[end] != '\n') {
    end += text[end] == '\\' ? 2U : 1U;
  }
  return std::min(end + 1, text.size());
}

} // namespace

bool is_identifier(std::string_view text) {
  const auto word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0 &&
         std::all_of(text.begin(), text.end(), word);
}

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const bool comment = text.substr(at, 2) == "//" || text.substr(at, 2) == "/*";
    if (comment) {
      at = past_opaque(text, at);
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
    if (const std::size_t past = past_opaque(text, at); past != at) {
      at = past;
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
