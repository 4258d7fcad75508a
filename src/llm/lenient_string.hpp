// A string of lenient JSON: any quotes, raw newlines, unknown escapes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::llm {

struct LenientString {
  std::string text;               ///< escapes resolved
  std::size_t end = 0;            ///< after the closing quote
  bool closed = true;             ///< false: the text ended first
  std::vector<const char*> fixes; ///< what was read leniently
};

/// Whether a quotation mark stands at `at`: " ' or a typographic one (U+2018 to U+201F).
bool quote_at(std::string_view text, std::size_t at);

/// Reads the string whose opening quote stands at `at`. A string opened by " or ' ends at the same mark, one opened by
/// a typographic mark at any of the same number of strokes; a single mark before a letter is an apostrophe. REQUIRES:
/// quote_at(text, at).
LenientString read_string(std::string_view text, std::size_t at);

} // namespace mapwright::llm
