// The tokens of a kernel's source: what is left when layout and comments do not count.
#pragma once

#include "kernel/source/tokens.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::kernel::scientist {

/// A source in which comments are blanks. Lines are where they were. Of the comment that is for us only the word and
/// the marks, and comments of its own, are blanks.
struct CodeText {
  std::string text;
  std::size_t block_begin = 0; ///< where the contents of that comment begin and end; equal without one
  std::size_t block_end = 0;
};
CodeText code_of(std::string_view source);

struct CodeToken {
  TokenKind kind = TokenKind::sign;
  std::string text;
  bool in_block = false; ///< of the comment that is for us
};

/// Its tokens, those of directives too; each character of a sign is one of its own.
std::vector<CodeToken> code_tokens(const CodeText& code);

/// The tokens of a piece of code, as texts.
std::vector<std::string> token_texts(std::string_view code);

} // namespace mapwright::kernel::scientist
