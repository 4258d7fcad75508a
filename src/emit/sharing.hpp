// Common sub-expressions: which parts of some expressions deserve a name of their own.
#pragma once

#include "expr/expr.hpp"

#include <utility>
#include <vector>

namespace mapwright::emit {

struct Shared {
  std::vector<std::pair<expr::Symbol, expr::Expr>> bindings; ///< in order: later ones may read earlier ones
  std::vector<expr::Expr> expressions;                       ///< the given ones, reading the bindings
};

/// Names every non-trivial part that occurs twice or more in the expressions taken together and is evaluated in any
/// case (not only in one arm of a select or behind a short-circuit operator: it might fault there). Bindings have
/// symbols that no parsed text can contain.
Shared share(const std::vector<expr::Expr>& expressions);

/// The node `e` over other operands, as many as it has.
expr::Expr with_operands(const expr::Expr& e, std::vector<expr::Expr> operands);

} // namespace mapwright::emit
