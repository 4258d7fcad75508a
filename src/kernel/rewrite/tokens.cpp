#include "kernel/rewrite/tokens.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace mapwright::kernel::rewrite {

namespace {

constexpr auto long_signs =
    std::to_array<std::string_view>({"<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=",
                                     "&&",  "||",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=", "::", "##"});

bool is_name_byte(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// One past a comment, directive or blank at `at`; `at` itself when there is none.
std::size_t past_blank(std::string_view text, std::size_t at, bool line_start) {
  if (std::isspace(static_cast<unsigned char>(text[at])) != 0) {
    return at + 1;
  }
  const std::string_view two = text.substr(at, 2);
  if (two == "//" || (text[at] == '#' && line_start)) {
    std::size_t end = text.find('\n', at);
    while (end != std::string_view::npos && text[end - 1] == '\\') {
      end = text.find('\n', end + 1);
    }
    return std::min(end, text.size());
  }
  if (two == "/*") {
    const std::size_t end = text.find("*/", at + 2);
    return end == std::string_view::npos ? text.size() : end + 2;
  }
  return at;
}

std::size_t past_quoted(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (++at; at < text.size() && text[at] != quote && text[at] != '\n'; ++at) {
    at += text[at] == '\\' ? 1U : 0U;
  }
  return std::min(at + 1, text.size());
}

std::size_t past_number(std::string_view text, std::size_t at) {
  while (at < text.size() && (is_name_byte(text[at]) || text[at] == '.' ||
                              ((text[at] == '+' || text[at] == '-') && (text[at - 1] == 'e' || text[at - 1] == 'E')))) {
    ++at;
  }
  return at;
}

} // namespace

std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> tokens;
  bool line_start = true;
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t end = past_blank(text, at, line_start); end != at) {
      line_start = line_start || text.substr(at, end - at).find('\n') != std::string_view::npos;
      at = end;
      continue;
    }
    line_start = false;
    Token token{Token::Kind::sign, at, at + 1};
    const bool digit = std::isdigit(static_cast<unsigned char>(text[at])) != 0;
    if (digit || (text[at] == '.' && at + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[at + 1])))) {
      token.kind = Token::Kind::number;
      token.end = past_number(text, at + 1);
    } else if (is_name_byte(text[at])) {
      token.kind = Token::Kind::name;
      token.end = static_cast<std::size_t>(
          std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), is_name_byte) - text.begin());
    } else if (text[at] == '"' || text[at] == '\'') {
      token.kind = Token::Kind::literal;
      token.end = past_quoted(text, at);
    } else {
      for (const std::string_view sign : long_signs) {
        if (text.substr(at, sign.size()) == sign) {
          token.end = at + sign.size();
          break;
        }
      }
    }
    token.text = text.substr(token.begin, token.end - token.begin);
    at = token.end;
    tokens.push_back(token);
  }
  return tokens;
}

bool is_free_name(const std::vector<Token>& tokens, std::size_t at) {
  return tokens[at].kind == Token::Kind::name &&
         (at == 0 || (tokens[at - 1].text != "." && tokens[at - 1].text != "->"));
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
