// The grammar of expressions. Operators from loose to tight, left to right except the first and the last:
//   c ? x : y     ||     &&     == !=     < > <= >=     + -     * / %     -x     x[...] x.name x.name(...)
// A function that returns nothing has reported why.
#pragma once

#include "mapper/language/cursor.hpp"
#include "mapper/language/syntax.hpp"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace mapwright::mapper::language {

/// A node with its place and operands.
inline Expression make_node(ExpressionKind kind, Span span, std::vector<Expression> operands = {}) {
  Expression made;
  made.kind = kind;
  made.span = span;
  made.operands = std::move(operands);
  return made;
}

inline constexpr int depth_limit = 400; ///< levels of one expression tree

class MapperExpressionParser {
public:
  explicit MapperExpressionParser(TokenCursor& cursor) : cursor_(cursor) {}

  /// One expression.
  std::optional<Expression> expression();
  /// One expression, or several with commas between them: a tuple.
  std::optional<Expression> expression_or_tuple();
  /// Expressions and unpacked tuples with commas between them, up to `close`, which is taken.
  bool list(std::string_view close, bool any_allowed, std::vector<Expression>& out);

private:
  using Parsed = std::optional<Expression>;

  Parsed finished(Expression made);
  Parsed binary(int weakest);
  Parsed prefix();
  Parsed postfix();
  Parsed primary();
  Parsed word();
  Parsed parenthesis();
  Parsed comprehension();
  Parsed attribute(Expression base);
  Parsed brackets(Expression base);
  Parsed item(bool any_allowed);

  TokenCursor& cursor_;
};

} // namespace mapwright::mapper::language
