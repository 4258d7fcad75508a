// SEARCH/REPLACE edits in a reply, and applying them to a text.
//
//   <<<<<<< SEARCH
//   lines of the text
//   =======
//   lines to put in their place
//   >>>>>>> REPLACE
#pragma once

#include "llm/extract_code.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace mapwright::llm {

struct Edit {
  std::string search;   ///< whole lines, each ending in '\n'; empty: only for an empty text
  std::string replace;  ///< whole lines
  std::size_t line = 1; ///< of its first marker in the reply
  friend bool operator==(const Edit&, const Edit&) = default;
};

enum class EditFault : std::uint8_t {
  no_edits,        ///< the reply has no marker
  malformed,       ///< a marker is missing
  no_match,        ///< SEARCH is nowhere in the text
  several_matches, ///< SEARCH is in more than one place
};

struct EditFailure {
  EditFault fault = EditFault::no_edits;
  std::size_t edit = 0; ///< which one, from 1; 0: none
  std::string message;  ///< in words that the model can be shown, with the nearest line or the places
};

/// How much an edit's SEARCH differed from the text.
enum class MatchKind : std::uint8_t {
  exact,       ///< not at all
  whitespace,  ///< blanks inside and at the ends of lines, blank lines around
  indentation, ///< also blanks at the beginnings; REPLACE is shifted by the difference of the first lines
};

/// "exact", "whitespace" or "indentation".
std::string_view to_string(MatchKind kind);

/// All edits of a reply, inside fences or not. Markers have five to nine characters and stand on lines of their own.
tl::expected<std::vector<Edit>, EditFailure> parse_edits(std::string_view reply);

struct EditedText {
  std::string text;
  std::vector<MatchKind> matches{}; ///< of each edit; empty: the reply held the whole text
};

/// Applies the edits one after the other, each to what the ones before it left. Every SEARCH must match in exactly one
/// place under the strictest kind of match that it has at all.
tl::expected<EditedText, EditFailure> apply_edits(std::string_view text, const std::vector<Edit>& edits);

/// What a reply that was to hold edits makes of `text`: its edits, or without any marker the whole new text that it
/// gives instead, as extract_code finds it.
tl::expected<EditedText, EditFailure> edited_text(std::string_view reply, std::string_view text, const CodeWish& wish);

} // namespace mapwright::llm
