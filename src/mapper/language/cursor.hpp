// The place in the tokens where a parser stands, and the ways to go on.
#pragma once

#include "mapper/language/lexer.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::mapper::language {

inline constexpr int nesting_limit = 200; ///< brackets, calls and operators within one another

/// What to say where a comment seems to have swallowed a divisor.
inline constexpr std::string_view slashes_hint = "'//' begins a comment; integers are divided by /";

class TokenCursor {
public:
  TokenCursor(const std::vector<Token>& tokens, Diagnostics& diagnostics)
      : tokens_(tokens), diagnostics_(diagnostics) {}

  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const {
    const std::size_t last = tokens_.size() - 1;
    return tokens_[position_ + ahead < last ? position_ + ahead : last];
  }
  [[nodiscard]] std::size_t position() const { return position_; }
  /// The byte after the token before this one; 0 at the beginning.
  [[nodiscard]] std::size_t previous_end() const { return position_ == 0 ? 0 : tokens_[position_ - 1].span.end; }
  [[nodiscard]] bool at_end() const { return peek().kind == TokenKind::end; }
  /// Whether the symbol or word `text` is next.
  [[nodiscard]] bool at(std::string_view text) const { return is(peek(), text); }
  static bool is(const Token& token, std::string_view text) {
    return (token.kind == TokenKind::symbol || token.kind == TokenKind::word) && token.text == text;
  }

  const Token& take();
  bool accept(std::string_view text);
  /// Takes the symbol or word `text`; otherwise reports what was expected instead, and is false.
  bool expect(std::string_view text, std::string hint = {});
  /// Reports "expected WHAT, found ..."; always false.
  bool expected(std::string_view what, std::string hint = {});

  bool enter(); ///< one level deeper; reported and false beyond nesting_limit
  void leave() { --nesting_; }

  [[nodiscard]] Diagnostics& diagnostics() { return diagnostics_; }

private:
  const std::vector<Token>& tokens_;
  Diagnostics& diagnostics_;
  std::size_t position_ = 0;
  int nesting_ = 0;
};

} // namespace mapwright::mapper::language
