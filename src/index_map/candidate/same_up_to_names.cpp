#include "expr/text.hpp"
#include "expr/text_lexer.hpp"
#include "expr/text_names.hpp"
#include "index_map/candidate/prove.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

namespace mapwright::index_map::candidate {

namespace {

constexpr std::array<std::string_view, 28> words{"fn",    "let",    "var",    "set",    "if",  "else",   "for",
                                                 "below", "down",   "up",     "solve",  "in",  "where",  "by",
                                                 "root",  "bisect", "assume", "return", "and", "or",     "not",
                                                 "isqrt", "icbrt",  "table",  "min",    "max", "select", "log2"};

bool is_word(std::string_view name) {
  return std::find(words.begin(), words.end(), name) != words.end() ||
         std::any_of(expr::call_names.begin(), expr::call_names.end(),
                     [&](const expr::CallName& call) { return call.name == name; });
}

/// The tokens of the text, without what the two functions may call differently.
std::vector<expr::Token> tokens_of(const std::string& text) {
  expr::Lexer lexer(text, "function");
  std::vector<expr::Token> tokens;
  for (expr::Token token = lexer.next(); token.kind != expr::TokenKind::end; token = lexer.next()) {
    tokens.push_back(token);
    if (token.kind == expr::TokenKind::bad) {
      break;
    }
  }
  return tokens;
}

} // namespace

bool same_up_to_names(const expr::Function& a, const expr::Function& b) {
  expr::Function left = a;
  expr::Function right = b;
  if (a.parameters.size() != b.parameters.size() || a.arguments.size() != b.arguments.size() ||
      a.results.size() != b.results.size()) {
    return false;
  }
  left.name = right.name = "f";
  left.result_names = right.result_names = std::vector<std::string>(a.results.size(), "result");
  const std::string left_text = to_text(left);
  const std::string right_text = to_text(right);
  const auto left_tokens = tokens_of(left_text);
  const auto right_tokens = tokens_of(right_text);
  if (left_tokens.size() != right_tokens.size()) {
    return false;
  }
  // One renaming for all places, in both directions: then equal places are equal variables.
  std::map<std::string_view, std::string_view> forward;
  std::map<std::string_view, std::string_view> back;
  for (std::size_t i = 0; i < left_tokens.size(); ++i) {
    const expr::Token& l = left_tokens[i];
    const expr::Token& r = right_tokens[i];
    const bool table = i + 1 < left_tokens.size() && left_tokens[i + 1].text == "[";
    const bool own = l.kind == expr::TokenKind::name && r.kind == expr::TokenKind::name && !is_word(l.text) &&
                     !is_word(r.text) && !table;
    if (!own ? l.kind == expr::TokenKind::bad || l.kind != r.kind || l.text != r.text
             : forward.emplace(l.text, r.text).first->second != r.text ||
                   back.emplace(r.text, l.text).first->second != l.text) {
      return false;
    }
  }
  return true;
}

} // namespace mapwright::index_map::candidate
