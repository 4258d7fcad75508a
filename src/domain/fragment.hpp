// A piece of the text a user wrote that still knows its place in the whole, so that every error points at its cause.
#pragma once

#include "core/error.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::domain {

/// A part of `text` from `begin` up to, but not including, `end`. Holds views: the text must outlive it.
struct Fragment {
  std::string_view text; ///< the whole text
  std::string_view file; ///< what errors call it
  std::size_t begin = 0;
  std::size_t end = 0;

  [[nodiscard]] std::string_view view() const { return text.substr(begin, end - begin); }
  [[nodiscard]] bool empty() const { return begin == end; }

  /// The part from `from` up to `to`, both counted from the start of this fragment.
  [[nodiscard]] Fragment part(std::size_t from, std::size_t to = std::string_view::npos) const;
  /// Without blanks at either end.
  [[nodiscard]] Fragment trimmed() const;
  /// An input error at byte `offset` of this fragment.
  [[nodiscard]] Error error(std::size_t offset, std::string message, std::string hint = {}) const;
  /// An error about a copy of this fragment, moved to its place in the whole text.
  [[nodiscard]] Error relocated(Error error) const;
};

/// The whole of `text` as a fragment.
inline Fragment whole(std::string_view text, std::string_view file) {
  return {text, file, 0, text.size()};
}

/// Splits at each `separator` outside all brackets (), [], {} and quotes. Parts are trimmed; an empty text has no
/// parts.
std::vector<Fragment> split_outside_brackets(const Fragment& fragment, char separator);

/// The offset of the bracket that closes the one at `open`, or npos.
std::size_t closing_bracket(std::string_view text, std::size_t open);

} // namespace mapwright::domain
