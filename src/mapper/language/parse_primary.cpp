// What operators stand between: literals, names, calls, tuples, and the brackets and attributes behind them.
#include "mapper/language/parse_expression.hpp"

#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper::language {

MapperExpressionParser::Parsed MapperExpressionParser::primary() {
  const Token& token = cursor_.peek();
  switch (token.kind) {
  case TokenKind::integer: {
    Expression literal = make_node(ExpressionKind::integer, token.span);
    literal.value = token.value;
    cursor_.take();
    return literal;
  }
  case TokenKind::name: {
    Expression named = make_node(ExpressionKind::name, token.span);
    named.name = std::string(token.text);
    named.name_span = token.span;
    cursor_.take();
    if (!cursor_.accept("(")) {
      return named;
    }
    named.kind = ExpressionKind::call;
    if (!list(")", false, named.operands)) {
      return std::nullopt;
    }
    named.span.end = cursor_.previous_end();
    return finished(std::move(named));
  }
  case TokenKind::word:
    return word();
  default:
    break;
  }
  if (cursor_.at("(")) {
    return parenthesis();
  }
  cursor_.expected("a value");
  return std::nullopt;
}

MapperExpressionParser::Parsed MapperExpressionParser::word() {
  const Token& token = cursor_.peek();
  if (cursor_.at("tuple")) {
    return comprehension();
  }
  if (cursor_.at("True") || cursor_.at("False")) {
    Expression literal = make_node(ExpressionKind::boolean, token.span);
    literal.value = token.text == "True" ? 1 : 0;
    cursor_.take();
    return literal;
  }
  if (const auto processor = processor_kind_named(token.text)) {
    Expression literal = make_node(ExpressionKind::processor_kind, token.span);
    literal.processor = *processor;
    cursor_.take();
    return literal;
  }
  if (const auto memory = memory_kind_named(token.text)) {
    Expression literal = make_node(ExpressionKind::memory_kind, token.span);
    literal.memory = *memory;
    cursor_.take();
    return literal;
  }
  cursor_.expected("a value", fmt::format("'{}' is a reserved word", token.text));
  return std::nullopt;
}

MapperExpressionParser::Parsed MapperExpressionParser::parenthesis() {
  const std::size_t begin = cursor_.take().span.begin;
  std::vector<Expression> items;
  if (!list(")", false, items)) {
    return std::nullopt;
  }
  const Span span{begin, cursor_.previous_end()};
  if (items.size() == 1 && items[0].kind != ExpressionKind::unpack) {
    items[0].span = span;
    return std::move(items[0]);
  }
  if (items.empty()) {
    cursor_.diagnostics().error(span, "nothing stands between the parentheses", "a tuple has at least two elements");
    return std::nullopt;
  }
  return finished(make_node(ExpressionKind::tuple, span, std::move(items)));
}

/// tuple(x for v in (a, b, ...)): the range is written out.
MapperExpressionParser::Parsed MapperExpressionParser::comprehension() {
  const std::size_t begin = cursor_.take().span.begin;
  if (!cursor_.expect("(")) {
    return std::nullopt;
  }
  Parsed body = expression();
  if (!body || !cursor_.expect("for", "a tuple is written (a, b), or tuple(x for v in (a, b))")) {
    return std::nullopt;
  }
  if (cursor_.peek().kind != TokenKind::name) {
    cursor_.expected("the name of a variable");
    return std::nullopt;
  }
  const Token& variable = cursor_.take();
  if (!cursor_.expect("in") || !cursor_.expect("(", "the range is written out: tuple(x for v in (a, b))")) {
    return std::nullopt;
  }
  Expression made = make_node(ExpressionKind::comprehension, {begin, begin});
  made.name = std::string(variable.text);
  made.name_span = variable.span;
  made.operands.push_back(*std::move(body));
  if (!list(")", false, made.operands) || !cursor_.expect(")")) {
    return std::nullopt;
  }
  made.span.end = cursor_.previous_end();
  return finished(std::move(made));
}

/// x.name or x.name(...)
MapperExpressionParser::Parsed MapperExpressionParser::attribute(Expression base) {
  cursor_.take(); // the '.'
  const Token& token = cursor_.peek();
  if (token.kind != TokenKind::name && token.kind != TokenKind::word) {
    cursor_.expected("the name of an attribute");
    return std::nullopt;
  }
  Expression made = make_node(ExpressionKind::member, {base.span.begin, token.span.end});
  made.name = std::string(token.text);
  made.name_span = token.span;
  made.operands.push_back(std::move(base));
  cursor_.take();
  if (!cursor_.accept("(")) {
    return finished(std::move(made));
  }
  made.kind = ExpressionKind::method;
  if (!list(")", false, made.operands)) {
    return std::nullopt;
  }
  made.span.end = cursor_.previous_end();
  return finished(std::move(made));
}

/// x[a, b], x[a:b]
MapperExpressionParser::Parsed MapperExpressionParser::brackets(Expression base) {
  cursor_.take(); // the '['
  Expression made = make_node(ExpressionKind::index, base.span);
  made.operands.push_back(std::move(base));
  if (!cursor_.at(":")) {
    if (cursor_.at("]")) {
      cursor_.expected("an index");
      return std::nullopt;
    }
    auto first = item(true);
    if (!first) {
      return std::nullopt;
    }
    made.operands.push_back(*std::move(first));
    if (!cursor_.at(":")) {
      if ((!cursor_.at("]") && !cursor_.expect(",")) || !list("]", true, made.operands)) {
        return std::nullopt;
      }
      made.span.end = cursor_.previous_end();
      return finished(std::move(made));
    }
  } else {
    made.operands.push_back(make_node(ExpressionKind::omitted, cursor_.peek().span));
  }
  made.kind = ExpressionKind::slice;
  cursor_.take(); // the ':'
  if (cursor_.at("]")) {
    made.operands.push_back(make_node(ExpressionKind::omitted, cursor_.peek().span));
  } else {
    Parsed last = expression();
    if (!last) {
      return std::nullopt;
    }
    made.operands.push_back(*std::move(last));
  }
  if (!cursor_.expect("]")) {
    return std::nullopt;
  }
  made.span.end = cursor_.previous_end();
  const ExpressionKind low = made.operands[1].kind;
  if (low == ExpressionKind::any || low == ExpressionKind::unpack) {
    cursor_.diagnostics().error(made.operands[1].span, "a slice begins with a number", "write x[a:b]");
    return std::nullopt;
  }
  return finished(std::move(made));
}

MapperExpressionParser::Parsed MapperExpressionParser::item(bool any_allowed) {
  if (!cursor_.at("*")) {
    return expression();
  }
  const Span star = cursor_.take().span;
  if (cursor_.at(",") || cursor_.at("]") || cursor_.at(")")) {
    if (any_allowed) {
      return make_node(ExpressionKind::any, star);
    }
    cursor_.diagnostics().error(star, "'*' alone means all indices, and stands between brackets only",
                                "*t unpacks a tuple");
    return std::nullopt;
  }
  Parsed operand = prefix();
  if (!operand) {
    return std::nullopt;
  }
  const Span span{star.begin, operand->span.end};
  std::vector<Expression> operands;
  operands.push_back(*std::move(operand));
  return finished(make_node(ExpressionKind::unpack, span, std::move(operands)));
}

bool MapperExpressionParser::list(std::string_view close, bool any_allowed, std::vector<Expression>& out) {
  if (cursor_.accept(close)) {
    return true;
  }
  while (true) {
    auto next = item(any_allowed);
    if (!next) {
      return false;
    }
    out.push_back(*std::move(next));
    if (cursor_.accept(close)) {
      return true;
    }
    if (!cursor_.at(",")) {
      return cursor_.expected(fmt::format("',' or '{}'", close));
    }
    cursor_.take();
  }
}

} // namespace mapwright::mapper::language
