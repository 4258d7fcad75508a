// Pieces of hostile text that may be shown: valid UTF-8 and short.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mapwright::llm {

/// `text` with every byte that is no part of valid UTF-8 replaced by U+FFFD.
std::string valid_utf8(std::string_view text);

/// valid_utf8(text), at most about `most` bytes of it: the end is replaced by "..." at a character's border.
std::string excerpt(std::string_view text, std::size_t most = 120);

/// As excerpt, but the middle is left out, with a line that says how many bytes.
std::string without_middle(std::string_view text, std::size_t most);

/// `text` with "\r\n" and single '\r' as '\n'.
std::string with_newlines(std::string_view text);

/// `text` without blanks, tabs and newlines at its ends.
std::string_view trimmed(std::string_view text);

} // namespace mapwright::llm
