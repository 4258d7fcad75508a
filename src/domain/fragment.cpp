#include "domain/fragment.hpp"

#include <algorithm>

namespace mapwright::domain {

namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool opens(char c) {
  return c == '(' || c == '[' || c == '{';
}

bool closes(char c) {
  return c == ')' || c == ']' || c == '}';
}

} // namespace

Fragment Fragment::part(std::size_t from, std::size_t to) const {
  const std::size_t size = end - begin;
  Fragment result = *this;
  result.begin = begin + std::min(from, size);
  result.end = std::max(result.begin, begin + std::min(to, size));
  return result;
}

Fragment Fragment::trimmed() const {
  Fragment result = *this;
  while (result.begin < result.end && is_blank(text[result.begin])) {
    ++result.begin;
  }
  while (result.end > result.begin && is_blank(text[result.end - 1])) {
    --result.end;
  }
  return result;
}

Error Fragment::error(std::size_t offset, std::string message, std::string hint) const {
  return Error{ErrorKind::input, std::move(message), locate(text, begin + offset, file), std::move(hint)};
}

Error Fragment::relocated(Error inner) const {
  std::size_t offset = 0;
  if (inner.where) {
    const std::string_view own = view();
    for (int line = 1; line < inner.where->line; ++line) {
      const std::size_t newline = own.find('\n', offset);
      if (newline == std::string_view::npos) {
        break;
      }
      offset = newline + 1;
    }
    offset = std::min(offset + static_cast<std::size_t>(inner.where->column) - 1, own.size());
  }
  inner.where = locate(text, begin + offset, file);
  return inner;
}

std::vector<Fragment> split_outside_brackets(const Fragment& fragment, char separator) {
  std::vector<Fragment> parts;
  const std::string_view text = fragment.view();
  if (fragment.trimmed().empty()) {
    return parts;
  }
  int depth = 0;
  bool quoted = false;
  std::size_t start = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      quoted = !quoted;
    } else if (quoted) {
      continue;
    } else if (opens(c)) {
      ++depth;
    } else if (closes(c)) {
      --depth;
    } else if (c == separator && depth == 0) {
      parts.push_back(fragment.part(start, i).trimmed());
      start = i + 1;
    }
  }
  parts.push_back(fragment.part(start).trimmed());
  return parts;
}

std::size_t closing_bracket(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (opens(text[i])) {
      ++depth;
    } else if (closes(text[i]) && --depth == 0) {
      return i;
    }
  }
  return std::string_view::npos;
}

} // namespace mapwright::domain
