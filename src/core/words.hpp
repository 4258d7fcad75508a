// Words in texts that people and programs write: what names are made of, whatever the locale says.
#pragma once

#include <cstddef>
#include <string_view>

namespace mapwright {

/// Letters, digits and '_'.
[[nodiscard]] constexpr bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Where `word` first stands in `text` with no word character beside it; npos: nowhere.
[[nodiscard]] constexpr std::size_t find_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_word_character(text[at - 1])) && (end == text.size() || !is_word_character(text[end]))) {
      return at;
    }
  }
  return std::string_view::npos;
}

} // namespace mapwright
