#include "expr/text_parser.hpp"

#include "expr/text.hpp"
#include "expr/text_names.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace mapwright::expr {

namespace {

/// Binding strengths of infix operators; `not` stands between and and the comparisons.
enum Strength : std::uint8_t {
  disjunction = 1,
  conjunction,
  negated,
  equality,
  relation,
  additive,
  multiplicative,
  tightest
};

struct Infix {
  std::string_view text;
  Op op;
  Strength strength;
  bool swapped = false; ///< a > b is b < a
};

constexpr std::array<Infix, 15> infixes{{
    {"or", Op::logical_or, disjunction},
    {"||", Op::logical_or, disjunction},
    {"and", Op::logical_and, conjunction},
    {"&&", Op::logical_and, conjunction},
    {"==", Op::equal, equality},
    {"!=", Op::not_equal, equality},
    {"<", Op::less, relation},
    {"<=", Op::less_equal, relation},
    {">", Op::less, relation, true},
    {">=", Op::less_equal, relation, true},
    {"+", Op::add, additive},
    {"-", Op::sub, additive},
    {"*", Op::mul, multiplicative},
    {"/", Op::exact_div, multiplicative},
    {"%", Op::floor_mod, multiplicative},
}};

const Infix* find_infix(const Token& token) {
  if (token.kind != TokenKind::symbol && token.kind != TokenKind::name) {
    return nullptr;
  }
  const auto* const found =
      std::find_if(infixes.begin(), infixes.end(), [&](const Infix& infix) { return infix.text == token.text; });
  return found == infixes.end() ? nullptr : found;
}

bool is_word_operator(const Token& token) {
  return token.kind == TokenKind::name && (token.text == "and" || token.text == "or" || token.text == "not");
}

bool begins_operand(const Token& token) {
  return token.kind == TokenKind::number || (token.kind == TokenKind::name && !is_word_operator(token)) ||
         (token.kind == TokenKind::symbol && token.text == "(");
}

std::string known_functions() {
  std::string out = "functions are isqrt, icbrt, root";
  for (const CallName& call : call_names) {
    out += ", " + std::string(call.name);
  }
  return out;
}

std::string count_of(std::size_t n) {
  return n == 1 ? "1 operand" : std::to_string(n) + " operands";
}

} // namespace

bool is_name(std::string_view text) {
  Lexer lexer(text, "");
  const Token token = lexer.next();
  return token.kind == TokenKind::name && token.text.size() == text.size() && !is_word_operator(token);
}

Cursor::Cursor(std::string_view text, std::string_view file_name) : text_(text), lexer_(text, file_name) {
  if (text.size() > text_limit) {
    fail(current_, "the text is longer than " + std::to_string(text_limit) + " bytes");
  } else {
    current_ = lexer_.next();
  }
}

bool Cursor::at(std::string_view text) const {
  return (current_.kind == TokenKind::symbol || current_.kind == TokenKind::name) && current_.text == text;
}

Token Cursor::take() {
  previous_ = current_;
  current_ = lexer_.next();
  return previous_;
}

bool Cursor::accept(std::string_view text) {
  if (!at(text)) {
    return false;
  }
  take();
  return true;
}

bool Cursor::expect(std::string_view text) {
  return accept(text) || expected("'" + std::string(text) + "'");
}

std::optional<Symbol> Cursor::name(std::string_view what) {
  if (current_.kind != TokenKind::name || is_word_operator(current_)) {
    expected(what);
    return std::nullopt;
  }
  return Symbol(take().text);
}

bool Cursor::end() {
  return current_.kind == TokenKind::end || expected("an operator or the end of the text");
}

bool Cursor::fail(const Token& at, std::string message, std::string hint) {
  if (!error_) {
    error_ = lexer_.error_at(at.offset, std::move(message), std::move(hint));
  }
  return false;
}

bool Cursor::looks_like_product() const {
  const std::size_t end = end_of_previous();
  return operand_end_ == end && begins_operand(current_) &&
         text_.substr(end, current_.offset - end).find('\n') == std::string_view::npos;
}

bool Cursor::expected(std::string_view what) {
  if (current_.kind == TokenKind::bad) {
    return fail(current_, current_.message, current_.hint);
  }
  return fail(current_, "expected " + std::string(what) + ", found " + describe(current_),
              looks_like_product() ? "a product is written with *"
              : at("=")            ? "equality is written =="
                                   : "");
}

bool Cursor::enter() {
  if (nesting_ >= nesting_limit) {
    return fail(current_, "nested more than " + std::to_string(nesting_limit) + " levels deep", "name a part with let");
  }
  ++nesting_;
  return true;
}

std::optional<Expr> ExprParser::parse() {
  const Parsed tree = binary(disjunction);
  return tree ? std::optional<Expr>(tree->e) : std::nullopt;
}

std::optional<Int> ExprParser::integer(std::string_view what, Int low, Int high) {
  const Token start = cursor_.peek();
  const bool negative = cursor_.accept("-");
  if (cursor_.peek().kind != TokenKind::number) {
    cursor_.expected(what);
    return std::nullopt;
  }
  const auto value = parse_int((negative ? "-" : "") + std::string(cursor_.take().text));
  if (!value || *value < low || *value > high) {
    cursor_.fail(start, std::string(what) + " must lie in [" + to_string(low) + ", " + to_string(high) + "]");
    return std::nullopt;
  }
  return value;
}

ExprParser::Parsed ExprParser::combine(Op op, std::vector<Tree> operands, const Token& at) {
  int depth = 0;
  std::vector<Expr> nodes;
  nodes.reserve(operands.size());
  for (Tree& operand : operands) {
    depth = std::max(depth, operand.depth);
    nodes.push_back(std::move(operand.e));
  }
  if (depth >= depth_limit) {
    cursor_.fail(at, "the expression is more than " + std::to_string(depth_limit) + " operations deep",
                 "name a part with let");
    return std::nullopt;
  }
  return Tree{Expr::raw(op, std::move(nodes)), depth + 1};
}

/// Precedence climbing: operators that bind at least as strongly as `weakest`.
ExprParser::Parsed ExprParser::binary(int weakest) {
  if (!cursor_.enter()) {
    return std::nullopt;
  }
  const bool negates = cursor_.at("not") || cursor_.at("!");
  if (negates && weakest > negated) {
    cursor_.fail(cursor_.peek(), "'not' cannot stand here", "put it in parentheses: (not a)");
    return std::nullopt;
  }
  Parsed left = negates ? negation() : prefix();
  int last_comparison = 0;
  const Infix* infix = nullptr;
  while (left && (infix = find_infix(cursor_.peek())) != nullptr && infix->strength >= weakest) {
    if (negates && infix->strength > negated) {
      cursor_.fail(cursor_.peek(), "what 'not' applies to is unclear", "write not (a < b) or (not a) < b");
      return std::nullopt;
    }
    if (infix->strength == last_comparison) {
      cursor_.fail(cursor_.peek(), "comparisons do not chain", "write a < b and b < c");
      return std::nullopt;
    }
    last_comparison = infix->strength == relation || infix->strength == equality ? infix->strength : 0;
    const Token at = cursor_.take();
    Parsed right = binary(infix->strength + 1);
    if (!right) {
      return std::nullopt;
    }
    left = infix->swapped ? combine(infix->op, {*right, *left}, at) : combine(infix->op, {*left, *right}, at);
  }
  cursor_.mark_operand();
  cursor_.leave();
  return left;
}

ExprParser::Parsed ExprParser::negation() {
  if (!cursor_.enter()) {
    return std::nullopt;
  }
  const Token at = cursor_.take();
  const Parsed operand = cursor_.at("not") || cursor_.at("!") ? negation() : prefix();
  cursor_.leave();
  return operand ? combine(Op::logical_not, {*operand}, at) : std::nullopt;
}

ExprParser::Parsed ExprParser::prefix() {
  if (!cursor_.at("-")) {
    return power();
  }
  if (!cursor_.enter()) {
    return std::nullopt;
  }
  const Token at = cursor_.take();
  Parsed result;
  if (cursor_.peek().kind == TokenKind::number) {
    const Token digits = cursor_.take();
    if (!cursor_.at("**")) {
      cursor_.leave();
      return literal(digits, true);
    }
    cursor_.take();
    const Parsed base = literal(digits, false);
    const Parsed exponent = base ? prefix() : std::nullopt;
    result = exponent ? combine(Op::power, {*base, *exponent}, at) : std::nullopt;
  } else {
    result = prefix();
  }
  cursor_.leave();
  return result ? combine(Op::sub, {Tree{Expr(0)}, *result}, at) : std::nullopt;
}

ExprParser::Parsed ExprParser::power() {
  Parsed base = primary();
  if (!base || !cursor_.at("**") || !cursor_.enter()) {
    return cursor_.at("**") ? std::nullopt : base;
  }
  const Token at = cursor_.take();
  const Parsed exponent = prefix();
  cursor_.leave();
  return exponent ? combine(Op::power, {*base, *exponent}, at) : std::nullopt;
}

ExprParser::Parsed ExprParser::literal(const Token& digits, bool negative) {
  const auto value = parse_int((negative ? "-" : "") + std::string(digits.text));
  if (!value) {
    cursor_.fail(digits, "the number does not fit 127 bits");
    return std::nullopt;
  }
  return Tree{Expr(*value)};
}

ExprParser::Parsed ExprParser::primary() {
  const Token& token = cursor_.peek();
  if (token.kind == TokenKind::number) {
    return literal(cursor_.take(), false);
  }
  if (cursor_.accept("(")) {
    Parsed inner = binary(disjunction);
    return inner && cursor_.expect(")") ? inner : std::nullopt;
  }
  if (token.kind != TokenKind::name || is_word_operator(token)) {
    cursor_.expected("a number, a name or '('");
    return std::nullopt;
  }
  const Token name = cursor_.take();
  if (cursor_.at("(")) {
    return call(name);
  }
  if (!cursor_.accept("[")) {
    return Tree{Expr::variable(name.text)};
  }
  const Parsed index = binary(disjunction);
  if (!index || !cursor_.expect("]")) {
    return std::nullopt;
  }
  return Tree{Expr::load(Symbol(name.text), index->e), index->depth + 1};
}

bool ExprParser::arguments(std::size_t count, const Token& name, std::vector<Tree>& out) {
  while (true) {
    Parsed argument = binary(disjunction);
    if (!argument) {
      return false;
    }
    out.push_back(std::move(*argument));
    if (cursor_.at(")") && out.size() == count) {
      cursor_.take();
      return true;
    }
    if (cursor_.at(")") || (cursor_.at(",") && out.size() == count)) {
      return cursor_.fail(name, "'" + std::string(name.text) + "' takes " + count_of(count));
    }
    if (!cursor_.expect(",")) {
      return false;
    }
  }
}

ExprParser::Parsed ExprParser::call(const Token& name) {
  cursor_.take(); // the '('
  std::vector<Tree> operands;
  if (name.text == "isqrt" || name.text == "icbrt" || name.text == "root") {
    Int degree = name.text == "isqrt" ? 2 : 3;
    if (name.text == "root") {
      const auto given = integer("the degree of a root", 2, std::numeric_limits<int>::max());
      if (!given || !cursor_.expect(",")) {
        return std::nullopt;
      }
      degree = *given;
    }
    if (!arguments(1, name, operands)) {
      return std::nullopt;
    }
    return Tree{Expr::root(static_cast<int>(degree), operands[0].e), operands[0].depth + 1};
  }
  const auto* const known =
      std::find_if(call_names.begin(), call_names.end(), [&](const CallName& call) { return call.name == name.text; });
  if (known == call_names.end()) {
    cursor_.fail(name, "'" + std::string(name.text) + "' is not a function",
                 known_functions() + "; a product is written " + std::string(name.text) + "*(...)");
    return std::nullopt;
  }
  if (!arguments(arity(known->op), name, operands)) {
    return std::nullopt;
  }
  return combine(known->op, std::move(operands), name);
}

} // namespace mapwright::expr
