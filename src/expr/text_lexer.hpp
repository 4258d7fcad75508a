// Splits text into tokens, and makes errors that point at one.
#pragma once

#include "core/error.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mapwright::expr {

enum class TokenKind : std::uint8_t { end, number, name, string, symbol, bad };

struct Token {
  TokenKind kind = TokenKind::end;
  std::size_t offset = 0; ///< of its first byte
  std::string_view text;  ///< the bytes of the token; a string with its quotes
  std::string message;    ///< of a bad token: what is wrong
  std::string hint;       ///< of a bad token: what to do
};

/// How a token is called in "expected ..., found ...".
std::string describe(const Token& token);

class Lexer {
public:
  Lexer(std::string_view text, std::string_view file_name) : text_(text), file_name_(file_name) {}

  /// The next token; `end` for ever after the last one.
  Token next();

  [[nodiscard]] Error error_at(std::size_t offset, std::string message, std::string hint) const;

private:
  void skip_blank();
  Token number(std::size_t start);
  Token string(std::size_t start);
  Token symbol(std::size_t start);
  Token make(TokenKind kind, std::size_t start, std::size_t length);
  Token bad(std::size_t at, std::string message, std::string hint);

  std::string_view text_;
  std::string file_name_;
  std::size_t position_ = 0;
};

} // namespace mapwright::expr
