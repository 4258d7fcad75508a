#include "mapper/guidance/change.hpp"
#include "mapper/language/parse.hpp"

#include <algorithm>
#include <cctype>

namespace mapwright::mapper {

namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

} // namespace

std::string_view to_string(ChangeSort sort) {
  switch (sort) {
  case ChangeSort::memory:
    return "memory";
  case ChangeSort::processor:
    return "processor";
  case ChangeSort::placement:
    return "placement";
  case ChangeSort::layout:
    return "layout";
  case ChangeSort::limit:
    return "limit";
  case ChangeSort::collect:
    return "collect";
  case ChangeSort::removal:
    return "removal";
  }
  return {};
}

std::pair<std::string, int> with_statements_on_top(const language::SourceText& source, const std::string& statements) {
  language::Diagnostics diagnostics;
  const language::MapperSyntax syntax = language::parse_mapper(source, diagnostics);
  if (syntax.statements.empty()) {
    const bool line_open = !source.text.empty() && !source.text.ends_with('\n');
    const auto lines = std::count(source.text.begin(), source.text.end(), '\n') + (line_open ? 1 : 0);
    return {source.text + (line_open ? "\n" : "") + statements + "\n", static_cast<int>(lines) + 1};
  }
  const std::size_t at = syntax.statements.front().span.begin;
  std::string text = source.text;
  text.insert(at, statements + "\n");
  return {text, language::place_of(source, {at, at}).line};
}

std::string without_statement(const language::SourceText& source, language::Span statement) {
  const std::string& text = source.text;
  std::size_t begin = statement.begin;
  std::size_t end = statement.end;
  if (end > begin && text[end - 1] != ';' && text[end - 1] != '}') {
    std::size_t semicolon = end;
    while (semicolon < text.size() && std::isspace(static_cast<unsigned char>(text[semicolon])) != 0) {
      ++semicolon;
    }
    end = semicolon < text.size() && text[semicolon] == ';' ? semicolon + 1 : end;
  }
  std::size_t line_begin = begin;
  while (line_begin > 0 && is_blank(text[line_begin - 1])) {
    --line_begin;
  }
  std::size_t line_end = end;
  while (line_end < text.size() && is_blank(text[line_end])) {
    ++line_end;
  }
  const bool alone_before = line_begin == 0 || text[line_begin - 1] == '\n';
  if (alone_before && (line_end == text.size() || text[line_end] == '\n')) {
    begin = line_begin;
    end = std::min(text.size(), line_end + 1);
  }
  return text.substr(0, begin) + text.substr(end);
}

} // namespace mapwright::mapper
