// Words of C, C++, OpenCL C and CUDA source, as far as a signature needs them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace mapwright::kernel {

enum class TokenKind : std::uint8_t { identifier, number, literal, punctuation };

struct Token {
  TokenKind kind = TokenKind::punctuation;
  std::string_view text; ///< into the source
  std::size_t at = 0;    ///< byte in the source
};

/// All tokens in their order, each character of punctuation one of its own. Comments and preprocessor directives are
/// left out; literals that are not closed end with their line.
std::vector<Token> tokens_of(std::string_view source);

/// The index of the token that closes the bracket at `open`; the number of tokens when nothing does.
std::size_t closing(const std::vector<Token>& tokens, std::size_t open);

} // namespace mapwright::kernel
