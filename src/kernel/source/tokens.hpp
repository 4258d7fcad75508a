// The words of C, C++, OpenCL C and CUDA source: names, numbers, literals, signs. No preprocessing, no grammar.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace mapwright::kernel {

enum class TokenKind : std::uint8_t { name, number, literal, sign };

struct Token {
  TokenKind kind = TokenKind::sign;
  std::size_t begin = 0; ///< in bytes of the source
  std::size_t end = 0;
  std::string_view text{}; ///< into the source
};

enum class Signs : std::uint8_t { whole, single }; ///< as long as C has them ("<<="), or each character by itself
enum class Directives : std::uint8_t { left_out, kept };

/// All tokens in their order, without comments. Literals that are not closed end with their line.
std::vector<Token> tokens_of(std::string_view source, Signs signs = Signs::whole,
                             Directives directives = Directives::left_out);

/// The index of the token that closes the bracket at `open`; the number of tokens when nothing does.
std::size_t closing(const std::vector<Token>& tokens, std::size_t open);

} // namespace mapwright::kernel
