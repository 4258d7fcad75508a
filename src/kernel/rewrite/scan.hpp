// Finding one's way in source text without parsing it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mapwright::kernel::rewrite {

bool is_identifier(std::string_view text);

/// The first byte at or behind `at` that is no blank and in no comment; the size of the text when there is none.
std::size_t skip_blanks(std::string_view text, std::size_t at);

/// The next place of `wanted` at or behind `at`, outside of comments, literals and inner brackets; the size of the text
/// when there is none before the bracket around `at` closes.
std::size_t find_outside(std::string_view text, std::size_t at, char wanted);

/// The bracket that closes the one at `open`; the size of the text when nothing does.
std::size_t closing(std::string_view text, std::size_t open);

/// Without comments, blanks run together, none at the ends.
std::string squeezed(std::string_view text);

} // namespace mapwright::kernel::rewrite
