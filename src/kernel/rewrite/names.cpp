#include "kernel/rewrite/names.hpp"

namespace mapwright::kernel::rewrite {

bool is_free_name(const std::vector<Token>& tokens, std::size_t at) {
  return tokens[at].kind == TokenKind::name && (at == 0 || (tokens[at - 1].text != "." && tokens[at - 1].text != "->"));
}

std::string with_names(std::string_view text, const std::map<std::string, std::string>& replacements) {
  std::string result;
  std::size_t copied = 0;
  const std::vector<Token> tokens = tokens_of(text);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto found = replacements.find(std::string(tokens[i].text));
    if (found != replacements.end() && is_free_name(tokens, i)) {
      result += text.substr(copied, tokens[i].begin - copied);
      result += found->second;
      copied = tokens[i].end;
    }
  }
  return result + std::string(text.substr(copied));
}

std::size_t uses(std::string_view text, std::string_view name) {
  const std::vector<Token> tokens = tokens_of(text);
  std::size_t count = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    count += tokens[i].text == name && is_free_name(tokens, i) ? 1U : 0U;
  }
  return count;
}

} // namespace mapwright::kernel::rewrite
