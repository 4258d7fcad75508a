// How errors speak of a token, whichever language it is of.
#pragma once

#include <string>
#include <type_traits>

namespace mapwright {

/// "'max'", "a text in quotes", "the end of the text". Token::kind has the values `end` and `string`.
template <class Token> std::string describe_token(const Token& token) {
  using Kind = std::remove_cv_t<decltype(token.kind)>;
  switch (token.kind) {
  case Kind::end:
    return "the end of the text";
  case Kind::string:
    return "a text in quotes";
  default:
    return "'" + std::string(token.text) + "'";
  }
}

} // namespace mapwright
