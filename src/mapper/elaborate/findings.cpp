#include "mapper/elaborate/findings.hpp"

#include "mapper/language/lexer.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

/// Where the words of a statement stand in the text, its ';' left out.
std::vector<std::pair<std::string, language::Span>> words_of(const language::SourceText& source,
                                                             const language::Statement& statement) {
  const std::size_t begin = statement.span.begin;
  const language::SourceText part{source.text.substr(begin, statement.span.end - begin), source.file};
  language::Diagnostics ignored;
  std::vector<std::pair<std::string, language::Span>> words;
  for (const language::Token& token : language::lex(part, ignored).tokens) {
    if (token.kind != language::TokenKind::end && token.text != ";") {
      words.emplace_back(token.text, language::Span{begin + token.span.begin, begin + token.span.end});
    }
  }
  return words;
}

} // namespace

void Findings::add(const std::string& key, language::Diagnostic diagnostic) {
  const auto [found, is_new] = numbers_.try_emplace(key, findings_.size());
  if (is_new) {
    findings_.push_back({std::move(diagnostic), 0});
  } else {
    ++findings_[found->second].others;
  }
}

bool Findings::has_errors() const {
  return std::any_of(findings_.begin(), findings_.end(),
                     [](const Finding& finding) { return finding.diagnostic.severity == language::Severity::error; });
}

language::Diagnostics Findings::diagnostics() const {
  language::Diagnostics all;
  for (const Finding& finding : findings_) {
    language::Diagnostic diagnostic = finding.diagnostic;
    if (finding.others > 0) {
      diagnostic.message += fmt::format(", and {} more", finding.others);
    }
    all.add(std::move(diagnostic));
  }
  return all;
}

language::Span first_word(const language::SourceText& source, const language::Statement& statement,
                          const std::vector<std::string>& words) {
  for (const auto& [text, span] : words_of(source, statement)) {
    if (std::find(words.begin(), words.end(), text) != words.end()) {
      return span;
    }
  }
  return statement.span;
}

language::Fix append_to(const language::SourceText& source, const language::Statement& statement,
                        std::string_view text) {
  const std::size_t end = words_of(source, statement).back().second.end;
  return {{end, end}, std::string(text)};
}

} // namespace mapwright::mapper
