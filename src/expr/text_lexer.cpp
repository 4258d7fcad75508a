#include "expr/text_lexer.hpp"

#include "core/describe_token.hpp"

#include <array>

namespace mapwright::expr {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

struct Rejected {
  std::string_view text;
  std::string_view hint;
};

/// What people write from habit in other languages, in two tables: those that begin with one of our symbols are looked
/// up before the symbols, the others after them.
constexpr std::array<Rejected, 6> rejected_before_symbols{{
    {"//", "floor division is floor_div(a, b); a comment begins with '#'"},
    {"<<", "a shift is written shl(a, b)"},
    {">>", "a shift is written shr(a, b)"},
    {"++", "write set x = x + 1"},
    {"+=", "write set x = x + a"},
    {"-=", "write set x = x - a"},
}};
constexpr std::array<Rejected, 7> rejected_after_symbols{{
    {"^", "a power is written a ** b or pow(a, b), exclusive or bitxor(a, b)"},
    {"&", "write `a and b`, or bitand(a, b) for bits"},
    {"|", "write `a or b`, or bitor(a, b) for bits"},
    {"~", "there is no bitwise complement: integers have no width"},
    {"?", "a choice is written select(condition, a, b)"},
    {".", "numbers are integers"},
    {"'", "texts stand in double quotes"},
}};

/// Longest first.
constexpr std::array<std::string_view, 26> symbols{"<=", ">=", "==", "!=", "&&", "||", "**", "->", "+",
                                                   "-",  "*",  "/",  "%",  "<",  ">",  "!",  "(",  ")",
                                                   "[",  "]",  "{",  "}",  ",",  ";",  "=",  ":"};

template <class List> const Rejected* find_rejected(const List& list, std::string_view rest) {
  for (const Rejected& wrong : list) {
    if (rest.starts_with(wrong.text)) {
      return &wrong;
    }
  }
  return nullptr;
}

} // namespace

std::string describe(const Token& token) {
  return describe_token(token);
}

Error Lexer::error_at(std::size_t offset, std::string message, std::string hint) const {
  constexpr std::size_t longest_line_shown = 400;
  SourceLocation where = locate(text_, offset, file_name_);
  if (where.source_line.size() > longest_line_shown) {
    where.source_line.clear();
  }
  return Error{ErrorKind::input, std::move(message), std::move(where), std::move(hint)};
}

Token Lexer::make(TokenKind kind, std::size_t start, std::size_t length) {
  position_ = start + length;
  return Token{kind, start, text_.substr(start, length), {}, {}};
}

Token Lexer::bad(std::size_t at, std::string message, std::string hint) {
  position_ = text_.size();
  return Token{TokenKind::bad, at, text_.substr(at, 1), std::move(message), std::move(hint)};
}

void Lexer::skip_blank() {
  while (position_ < text_.size()) {
    if (is_blank(text_[position_])) {
      ++position_;
    } else if (text_[position_] == '#') {
      const std::size_t line_end = text_.find('\n', position_);
      position_ = line_end == std::string_view::npos ? text_.size() : line_end;
    } else {
      return;
    }
  }
}

Token Lexer::number(std::size_t start) {
  std::size_t end = start;
  while (end < text_.size() && is_digit(text_[end])) {
    ++end;
  }
  if (end < text_.size() && starts_name(text_[end])) {
    std::size_t name_end = end;
    while (name_end < text_.size() && (starts_name(text_[name_end]) || is_digit(text_[name_end]))) {
      ++name_end;
    }
    const std::string digits(text_.substr(start, end - start));
    const std::string name(text_.substr(end, name_end - end));
    return bad(end, "a number is followed directly by a name", "a product is written " + digits + "*" + name);
  }
  return make(TokenKind::number, start, end - start);
}

Token Lexer::string(std::size_t start) {
  for (std::size_t i = start + 1; i < text_.size() && text_[i] != '\n'; ++i) {
    if (text_[i] == '\\') {
      ++i;
    } else if (text_[i] == '"') {
      return make(TokenKind::string, start, i + 1 - start);
    }
  }
  return bad(start, "a text in quotes does not end on its line", "close it with '\"'");
}

Token Lexer::symbol(std::size_t start) {
  const std::string_view rest = text_.substr(start);
  const Rejected* wrong = find_rejected(rejected_before_symbols, rest);
  if (wrong == nullptr) {
    for (const std::string_view symbol : symbols) {
      if (rest.starts_with(symbol)) {
        return make(TokenKind::symbol, start, symbol.size());
      }
    }
    wrong = find_rejected(rejected_after_symbols, rest);
  }
  if (wrong != nullptr) {
    return bad(start, "'" + std::string(wrong->text) + "' is not an operator", std::string(wrong->hint));
  }
  const char c = rest.front();
  if (c > ' ' && c <= '~') {
    return bad(start, "'" + std::string(1, c) + "' has no meaning here", "");
  }
  return bad(start, "a byte that is not printable ASCII", "names and operators are plain ASCII: <= for less or equal");
}

Token Lexer::next() {
  skip_blank();
  if (position_ >= text_.size()) {
    return Token{TokenKind::end, text_.size(), {}, {}, {}};
  }
  const std::size_t start = position_;
  const char c = text_[start];
  if (is_digit(c)) {
    return number(start);
  }
  if (starts_name(c)) {
    std::size_t end = start + 1;
    while (end < text_.size() && (starts_name(text_[end]) || is_digit(text_[end]))) {
      ++end;
    }
    return make(TokenKind::name, start, end - start);
  }
  return c == '"' ? string(start) : symbol(start);
}

} // namespace mapwright::expr
