// Where some lines stand among others, more and more tolerantly.
#pragma once

#include "llm/edits.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::llm {

using Lines = std::vector<std::string_view>;

/// The lines of a text, without their newlines.
Lines split_lines(std::string_view text);

/// Lines without the blank ones at both ends.
Lines without_blank_ends(Lines lines);

/// All places at which `searched` stands in `text` under a kind of match. REQUIRES: `searched` is not empty.
std::vector<std::size_t> places_of(const Lines& searched, const Lines& text, MatchKind kind);

/// The blanks a line begins with.
std::string_view indentation(std::string_view line);

/// `line` shifted as the lines of a text are against those of a SEARCH, of which the first begin with `to` and `from`.
std::string reindented(std::string_view line, std::string_view from, std::string_view to);

/// Why `searched` stands nowhere in `text`: the first of its lines that is not where the others fit best, and the
/// nearest line of the text.
std::string nearest_place(const Lines& searched, const Lines& text);

} // namespace mapwright::llm
