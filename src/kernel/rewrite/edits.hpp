// Changes to a text by offset; all that is not changed stays as it was.
#pragma once

#include "kernel/rewrite/syntax.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::kernel::rewrite {

class Edits {
public:
  /// Puts `text` in the place of a span. Spans must not overlap.
  void replace(const Span& span, std::string text) { edits_.push_back({span, std::move(text)}); }
  /// Insertions at one offset stay in the order in which they were made.
  void insert(std::size_t offset, std::string text) { replace({offset, offset}, std::move(text)); }
  /// Removes the whole line of an offset, and its line feed.
  void remove_line(const std::string& text, std::size_t offset);

  [[nodiscard]] std::string apply(const std::string& text) const;
  /// The part of the text within `span`, changed by the edits within it.
  [[nodiscard]] std::string apply(const std::string& text, const Span& span) const;

private:
  struct Edit {
    Span span;
    std::string text;
  };
  std::vector<Edit> edits_;
};

/// What names are to become: a name, or an expression, which gets parentheses where it needs them.
using Renaming = std::map<Declaration, std::string>;

/// The text of an expression with names replaced.
std::string renamed(const Source& source, const Expression& expression, const Renaming& names);
/// The text of a statement, from its pragmas to its end, with names replaced, also where they are declared.
std::string renamed(const Source& source, const Statement& statement, const Renaming& names);

/// The text with each line's indentation changed so that the first, which has `from` blanks, has `to`. The first line
/// itself is taken to have none.
std::string reindented(const std::string& text, std::size_t from, std::size_t to);

/// From a statement's first pragma to its end.
Span whole(const Statement& statement);

/// The text of the statements of a body without braces, each on a line of its own with this indentation.
std::string body_text(const Source& source, const Statement& body, const std::string& indentation,
                      const Renaming& names = {});

/// The statements of a body: those of a block, or the one itself.
const std::vector<Statement>& statements_of(const std::vector<Statement>& body);

} // namespace mapwright::kernel::rewrite
