#include "domain/compiled.hpp"

#include "expr/operators.hpp"

#include <algorithm>
#include <stdexcept>

namespace mapwright::domain {

using expr::Fault;
using expr::FaultKind;
using expr::Int;
using expr::Op;

CompiledExpression::CompiledExpression(const expr::Expr& e, const std::vector<expr::Symbol>& slots)
    : root_(add(e, slots)) {}

std::size_t CompiledExpression::add(const expr::Expr& e, const std::vector<expr::Symbol>& slots) {
  Node node;
  node.op = e.op();
  node.value = e.value();
  if (e.op() == Op::load) {
    throw std::logic_error("a compiled expression reads no table");
  }
  if (e.op() == Op::variable) {
    const auto found = std::find(slots.begin(), slots.end(), e.name());
    if (found == slots.end()) {
      throw std::logic_error("a compiled expression reads the unknown name " + e.name().name());
    }
    node.slot = static_cast<std::size_t>(found - slots.begin());
  }
  for (std::size_t i = 0; i < e.operands().size(); ++i) {
    node.operands[i] = add(e.operand(i), slots);
  }
  nodes_.push_back(node);
  return nodes_.size() - 1;
}

bool CompiledExpression::run(std::size_t at, const Int* values, Int& out, Fault& fault) const {
  const Node& node = nodes_[at];
  switch (node.op) {
  case Op::constant:
    out = node.value;
    return true;
  case Op::variable:
    out = values[node.slot];
    return true;
  default:
    break;
  }
  Int a = 0;
  if (!run(node.operands[0], values, a, fault)) {
    return false;
  }
  switch (node.op) {
  case Op::root:
    if (a < 0) {
      fault = {FaultKind::negative_operand, "root"};
      return false;
    }
    out = expr::integer_root(a, static_cast<int>(node.value));
    return true;
  case Op::select:
    return run(node.operands[a != 0 ? 1 : 2], values, out, fault);
  case Op::logical_and:
    if (a == 0) {
      out = 0;
      return true;
    }
    break;
  case Op::logical_or:
    if (a != 0) {
      out = 1;
      return true;
    }
    break;
  default:
    break;
  }
  Int b = 0;
  if (expr::arity(node.op) > 1 && !run(node.operands[1], values, b, fault)) {
    return false;
  }
  const auto result = expr::apply(node.op, a, b);
  if (!result) {
    fault = {result.error(), {}};
    return false;
  }
  out = *result;
  return true;
}

expr::Evaluated<Int> CompiledExpression::evaluate(const std::vector<Int>& values) const {
  Int out = 0;
  Fault fault;
  if (!run(root_, values.data(), out, fault)) {
    return tl::unexpected<Fault>(fault);
  }
  return out;
}

} // namespace mapwright::domain
