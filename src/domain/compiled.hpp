// An expression prepared for evaluation at many points: names are replaced by slots. The meaning of every operator is
// expr::apply, the one of the evaluator.
#pragma once

#include "expr/evaluate.hpp"
#include "expr/expr.hpp"

#include <cstdint>
#include <vector>

namespace mapwright::domain {

class CompiledExpression {
public:
  /// Every free variable of `e` is one of `slots`, and `e` reads no table; throws std::logic_error otherwise.
  CompiledExpression(const expr::Expr& e, const std::vector<expr::Symbol>& slots);

  /// The value with slots bound to `values`, in the order of construction.
  [[nodiscard]] expr::Evaluated<expr::Int> evaluate(const std::vector<expr::Int>& values) const;

private:
  struct Node {
    expr::Op op = expr::Op::constant;
    expr::Int value = 0;       ///< the constant, or the degree of a root
    std::size_t slot = 0;      ///< of a variable
    std::size_t operands[3]{}; ///< positions in nodes_
  };

  std::size_t add(const expr::Expr& e, const std::vector<expr::Symbol>& slots);
  [[nodiscard]] bool run(std::size_t at, const expr::Int* values, expr::Int& out, expr::Fault& fault) const;

  std::vector<Node> nodes_;
  std::size_t root_ = 0;
};

} // namespace mapwright::domain
