// Comments of a kernel source that are for us.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mapwright::kernel {

/// A block comment that begins with a word of ours.
struct MarkedComment {
  std::string text;      ///< what follows the word, all before it blanked out: lines and columns are those of the file
  std::size_t begin = 0; ///< of the comment in the source
  std::size_t end = 0;   ///< one past it
};

/// The first block comment that begins with this word (not with a longer one: "mapwright-task" is not "mapwright").
/// Text inside strings and other comments is none.
std::optional<MarkedComment> marked_comment(std::string_view source, std::string_view word);

/// The text of the comment that begins with "mapwright". Nothing when there is no such comment.
std::optional<std::string> mapwright_comment(std::string_view source);

} // namespace mapwright::kernel
