// Splits the text of a mapper into tokens and comments.
#pragma once

#include "mapper/language/diagnostic.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::mapper::language {

enum class TokenKind : std::uint8_t {
  end,
  name,    ///< an identifier that is not reserved
  word,    ///< a reserved word
  integer, ///< decimal digits
  string,  ///< "..." on one line
  symbol,
};

struct Token {
  TokenKind kind = TokenKind::end;
  Span span{};
  std::string_view text{};    ///< its bytes, a string with its quotes; they live as long as the SourceText
  std::int64_t value = 0;     ///< of an integer
  bool begins_line = false;   ///< nothing but blanks stands before it on its line
  bool after_slashes = false; ///< the line of the token before it ends in a comment that begins with //
};

/// "# ..." or "// ..." to the end of the line.
struct Comment {
  Span span{};
  std::string text{}; ///< without the mark and the blanks around it
};

struct Lexed {
  std::vector<Token> tokens; ///< the last one has the kind end
  std::vector<Comment> comments;
};

/// Bytes that are no token are reported and left out.
Lexed lex(const SourceText& source, Diagnostics& diagnostics);

/// Whether `word` is reserved: it names no task, region, variable or function.
bool is_reserved(std::string_view word);

/// How a token is called in "expected ..., found ...".
std::string describe(const Token& token);

} // namespace mapwright::mapper::language
