#include "mapper/language/parse_expression.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper::language {

namespace {

struct InfixOperator {
  std::string_view text;
  BinaryOperator operation;
  int strength;
};

constexpr int loosest = 1;
constexpr std::array<InfixOperator, 13> infix_operators{{
    {"||", BinaryOperator::logical_or, 1},
    {"&&", BinaryOperator::logical_and, 2},
    {"==", BinaryOperator::equal, 3},
    {"!=", BinaryOperator::not_equal, 3},
    {"<", BinaryOperator::less, 4},
    {">", BinaryOperator::greater, 4},
    {"<=", BinaryOperator::less_equal, 4},
    {">=", BinaryOperator::greater_equal, 4},
    {"+", BinaryOperator::add, 5},
    {"-", BinaryOperator::subtract, 5},
    {"*", BinaryOperator::multiply, 6},
    {"/", BinaryOperator::divide, 6},
    {"%", BinaryOperator::modulo, 6},
}};

const InfixOperator* infix_operator(const Token& token) {
  const auto* const found =
      std::find_if(infix_operators.begin(), infix_operators.end(),
                   [&](const InfixOperator& known) { return TokenCursor::is(token, known.text); });
  return found == infix_operators.end() ? nullptr : found;
}

/// Leaves a level of nesting at the end of a scope.
class Level {
public:
  explicit Level(TokenCursor& cursor) : cursor_(cursor), entered_(cursor.enter()) {}
  Level(const Level&) = delete;
  Level& operator=(const Level&) = delete;
  ~Level() {
    if (entered_) {
      cursor_.leave();
    }
  }
  [[nodiscard]] bool entered() const { return entered_; }

private:
  TokenCursor& cursor_;
  bool entered_;
};

} // namespace

/// The node with its depth, unless the tree is too deep.
MapperExpressionParser::Parsed MapperExpressionParser::finished(Expression made) {
  for (const Expression& operand : made.operands) {
    made.depth = std::max(made.depth, operand.depth + 1);
  }
  if (made.depth > depth_limit) {
    cursor_.diagnostics().error(made.span,
                                fmt::format("an expression of more than {} operations in a row", depth_limit),
                                "give a part a name of its own");
    return std::nullopt;
  }
  return made;
}

MapperExpressionParser::Parsed MapperExpressionParser::expression() {
  const Level level(cursor_);
  if (!level.entered()) {
    return std::nullopt;
  }
  Parsed condition = binary(loosest);
  if (!condition || !cursor_.accept("?")) {
    return condition;
  }
  Parsed chosen = expression();
  if (!chosen || !cursor_.expect(":", "a choice is written condition ? a : b")) {
    return std::nullopt;
  }
  Parsed other = expression();
  if (!other) {
    return std::nullopt;
  }
  const Span span{condition->span.begin, other->span.end};
  std::vector<Expression> operands;
  operands.push_back(*std::move(condition));
  operands.push_back(*std::move(chosen));
  operands.push_back(*std::move(other));
  return finished(make_node(ExpressionKind::conditional, span, std::move(operands)));
}

MapperExpressionParser::Parsed MapperExpressionParser::expression_or_tuple() {
  Parsed first = expression();
  if (!first || !cursor_.at(",")) {
    return first;
  }
  Expression tuple = make_node(ExpressionKind::tuple, first->span);
  tuple.operands.push_back(*std::move(first));
  while (cursor_.accept(",")) {
    Parsed next = expression();
    if (!next) {
      return std::nullopt;
    }
    tuple.span.end = next->span.end;
    tuple.operands.push_back(*std::move(next));
  }
  return finished(std::move(tuple));
}

/// Precedence climbing: operators that bind at least as strongly as `weakest`.
MapperExpressionParser::Parsed MapperExpressionParser::binary(int weakest) {
  const Level level(cursor_);
  if (!level.entered()) {
    return std::nullopt;
  }
  Parsed left = prefix();
  while (left) {
    const InfixOperator* const infix = infix_operator(cursor_.peek());
    if (infix == nullptr || infix->strength < weakest) {
      return left;
    }
    cursor_.take();
    Parsed right = binary(infix->strength + 1);
    if (!right) {
      return std::nullopt;
    }
    Expression combined = make_node(ExpressionKind::binary, {left->span.begin, right->span.end});
    combined.operation = infix->operation;
    combined.operands.push_back(*std::move(left));
    combined.operands.push_back(*std::move(right));
    left = finished(std::move(combined));
  }
  return left;
}

MapperExpressionParser::Parsed MapperExpressionParser::prefix() {
  if (!cursor_.at("-")) {
    return postfix();
  }
  const Level level(cursor_);
  if (!level.entered()) {
    return std::nullopt;
  }
  const std::size_t begin = cursor_.take().span.begin;
  Parsed operand = prefix();
  if (!operand) {
    return std::nullopt;
  }
  const Span span{begin, operand->span.end};
  std::vector<Expression> operands;
  operands.push_back(*std::move(operand));
  return finished(make_node(ExpressionKind::negate, span, std::move(operands)));
}

MapperExpressionParser::Parsed MapperExpressionParser::postfix() {
  Parsed base = primary();
  while (base && (cursor_.at("[") || cursor_.at("."))) {
    base = cursor_.at("[") ? brackets(*std::move(base)) : attribute(*std::move(base));
  }
  return base;
}

} // namespace mapwright::mapper::language
