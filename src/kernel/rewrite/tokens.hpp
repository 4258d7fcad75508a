// The words of a piece of source: names, numbers, signs. No preprocessing, no grammar.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::kernel::rewrite {

struct Token {
  enum class Kind : std::uint8_t { name, number, literal, sign };
  Kind kind = Kind::sign;
  std::size_t begin = 0; ///< in bytes of the text
  std::size_t end = 0;
  std::string_view text{};
};

/// The tokens of a text in C's family of languages, without comments and directives. Signs are as long as C has them.
std::vector<Token> tokens_of(std::string_view text);

/// Whether the token is a name that stands for a variable or a function: not a member behind `.` or `->`.
bool is_free_name(const std::vector<Token>& tokens, std::size_t at);

/// `text` with every free name of `replacements` replaced.
std::string with_names(std::string_view text, const std::map<std::string, std::string>& replacements);

/// How often the free name stands in the text.
std::size_t uses(std::string_view text, std::string_view name);

} // namespace mapwright::kernel::rewrite
