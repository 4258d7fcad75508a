#include "llm/edits.hpp"

#include "llm/excerpt.hpp"
#include "llm/line_match.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::llm {
namespace {

tl::unexpected<EditFailure> failure(EditFault fault, std::size_t edit, std::string message) {
  return tl::unexpected<EditFailure>(EditFailure{fault, edit, std::move(message)});
}

/// Whether the line is five to nine `mark`, then `word`.
bool is_marker(std::string_view line, char mark, std::string_view word) {
  line = trimmed(line);
  const std::size_t length = std::min(line.find_first_not_of(mark), line.size());
  return length >= 5 && length <= 9 && trimmed(line.substr(length)) == word;
}

bool begins_edit(std::string_view line) {
  return is_marker(line, '<', "SEARCH");
}

/// Which lines the parser is in.
enum class Part : std::uint8_t { outside, search, replace };

tl::unexpected<EditFailure> unfinished(const Edit& edit, std::size_t number, Part part) {
  return failure(EditFault::malformed, number,
                 fmt::format("edit {}, which begins at line {} of the answer, has no line {}", number, edit.line,
                             part == Part::search ? "=======" : ">>>>>>> REPLACE"));
}

/// `lines` of the text, with `count` of them from `place` on replaced.
std::string spliced(const Lines& lines, std::size_t place, std::size_t count, const std::string& replacement) {
  std::string out;
  for (std::size_t i = 0; i <= lines.size(); ++i) {
    if (i == place) {
      out += replacement;
    }
    if (i < lines.size() && (i < place || i >= place + count)) {
      out += lines[i];
      out += '\n';
    }
  }
  return out;
}

/// What is put in: REPLACE, without the blank ends that SEARCH lost and shifted as the text is against SEARCH.
std::string replacement(const Edit& edit, MatchKind kind, std::string_view searched_line, std::string_view text_line) {
  if (kind == MatchKind::exact) {
    return edit.replace;
  }
  std::string out;
  for (const std::string_view line : without_blank_ends(split_lines(edit.replace))) {
    out += kind == MatchKind::indentation ? reindented(line, indentation(searched_line), indentation(text_line))
                                          : std::string(line);
    out += '\n';
  }
  return out;
}

tl::unexpected<EditFailure> several(std::size_t number, const std::vector<std::size_t>& places) {
  std::vector<std::size_t> lines;
  for (std::size_t i = 0; i < std::min<std::size_t>(places.size(), 5); ++i) {
    lines.push_back(places[i] + 1);
  }
  return failure(EditFault::several_matches, number,
                 fmt::format("the SEARCH of edit {} matches in {} places of the text, at lines {}: give more lines "
                             "around it",
                             number, places.size(), fmt::join(lines, ", ")));
}

/// Applies one edit to `text` in place.
tl::expected<MatchKind, EditFailure> apply(std::string& text, const Edit& edit, std::size_t number) {
  const Lines lines = split_lines(text);
  const Lines searched = without_blank_ends(split_lines(edit.search));
  if (searched.empty()) {
    if (!trimmed(text).empty()) {
      return failure(EditFault::no_match, number,
                     fmt::format("the SEARCH of edit {} is empty: give the lines to replace", number));
    }
    text = edit.replace;
    return MatchKind::exact;
  }
  for (const MatchKind kind : {MatchKind::exact, MatchKind::whitespace, MatchKind::indentation}) {
    const Lines wanted = kind == MatchKind::exact ? split_lines(edit.search) : searched;
    const std::vector<std::size_t> places = places_of(wanted, lines, kind);
    if (places.size() > 1) {
      return several(number, places);
    }
    if (places.size() == 1) {
      text = spliced(lines, places[0], wanted.size(), replacement(edit, kind, wanted[0], lines[places[0]]));
      return kind;
    }
  }
  return failure(EditFault::no_match, number,
                 fmt::format("the SEARCH of edit {} is not in the text: {}", number, nearest_place(searched, lines)));
}

} // namespace

std::string_view to_string(MatchKind kind) {
  switch (kind) {
  case MatchKind::exact:
    return "exact";
  case MatchKind::whitespace:
    return "whitespace";
  case MatchKind::indentation:
    break;
  }
  return "indentation";
}

tl::expected<std::vector<Edit>, EditFailure> parse_edits(std::string_view reply) {
  const std::string text = with_newlines(reply);
  std::vector<Edit> edits;
  Part part = Part::outside;
  Edit edit;
  std::size_t number = 0;
  for (const std::string_view line : split_lines(text)) {
    ++number;
    if (begins_edit(line)) {
      if (part != Part::outside) {
        return unfinished(edit, edits.size() + 1, part);
      }
      part = Part::search;
      edit = Edit{"", "", number};
    } else if (part == Part::search && is_marker(line, '=', "")) {
      part = Part::replace;
    } else if (part == Part::replace && is_marker(line, '>', "REPLACE")) {
      part = Part::outside;
      edits.push_back(std::exchange(edit, {}));
    } else if (part != Part::outside) {
      std::string& lines = part == Part::search ? edit.search : edit.replace;
      lines += line;
      lines += '\n';
    }
  }
  if (part != Part::outside) {
    return unfinished(edit, edits.size() + 1, part);
  }
  if (edits.empty()) {
    return failure(EditFault::no_edits, 0, "the answer holds no <<<<<<< SEARCH ... ======= ... >>>>>>> REPLACE");
  }
  return edits;
}

tl::expected<EditedText, EditFailure> apply_edits(std::string_view text, const std::vector<Edit>& edits) {
  EditedText edited{std::string(text), {}};
  for (std::size_t i = 0; i < edits.size(); ++i) {
    const auto kind = apply(edited.text, edits[i], i + 1);
    if (!kind) {
      return tl::unexpected<EditFailure>(kind.error());
    }
    edited.matches.push_back(*kind);
  }
  return edited;
}

tl::expected<EditedText, EditFailure> edited_text(std::string_view reply, std::string_view text, const CodeWish& wish) {
  const auto edits = parse_edits(reply);
  if (edits) {
    return apply_edits(text, *edits);
  }
  if (edits.error().fault != EditFault::no_edits) {
    return tl::unexpected<EditFailure>(edits.error());
  }
  const auto whole = extract_code(reply, wish);
  if (!whole) {
    return failure(EditFault::no_edits, 0,
                   fmt::format("{}, and no whole text either: {}", edits.error().message, whole.error()));
  }
  return EditedText{whole->block.text, {}};
}

} // namespace mapwright::llm
