// Findings of an elaboration, and where the words of a statement stand.
#pragma once

#include "mapper/language/diagnostic.hpp"
#include "mapper/language/syntax.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::mapper {

/// Findings in the order they were made. Of several that one statement causes, the first is told and the others are
/// counted.
class Findings {
public:
  /// `key` says what causes it.
  void add(const std::string& key, language::Diagnostic diagnostic);
  [[nodiscard]] bool has_errors() const;
  [[nodiscard]] language::Diagnostics diagnostics() const;

private:
  struct Finding {
    language::Diagnostic diagnostic;
    std::size_t others = 0;
  };
  std::map<std::string, std::size_t> numbers_;
  std::vector<Finding> findings_;
};

/// The first of these words in a statement; the whole statement when none is there.
language::Span first_word(const language::SourceText& source, const language::Statement& statement,
                          const std::vector<std::string>& words);

/// An edit that adds `text` at the end of a statement, before its ';'.
language::Fix append_to(const language::SourceText& source, const language::Statement& statement,
                        std::string_view text);

} // namespace mapwright::mapper
