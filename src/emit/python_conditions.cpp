#include "emit/python_printer.hpp"

namespace mapwright::emit {

using expr::Expr;
using expr::Op;

bool could_stop(const Expr& e) {
  if (e.op() == Op::load) {
    return true;
  }
  const bool divides = e.op() == Op::floor_div || e.op() == Op::exact_div || e.op() == Op::nonneg_div ||
                       e.op() == Op::floor_mod || e.op() == Op::nonneg_mod;
  if (divides && !e.operand(1).is_constant()) {
    return true;
  }
  for (const Expr& operand : e.operands()) {
    if (could_stop(operand)) {
      return true;
    }
  }
  return false;
}

bool PythonPrinter::is_truth(const Expr& e) const {
  return (e.op() >= Op::less && e.op() <= Op::logical_not) ||
         (e.op() == Op::variable && scope_.truths.contains(e.name()));
}

std::string PythonPrinter::condition_operand(const Expr& e, int tightness) {
  const Text text = condition(e);
  return text.tightness < tightness ? "(" + text.text + ")" : text.text;
}

PythonPrinter::Text PythonPrinter::comparison(const Expr& e, std::string_view sign) {
  const std::string left = operand(e.operand(0), binds_add);
  return {left + " " + std::string(sign) + " " + operand(e.operand(1), binds_add), binds_compare};
}

/// The second operand counts only where the first one does not decide.
PythonPrinter::Text PythonPrinter::logical(const Expr& e) {
  const bool is_and = e.op() == Op::logical_and;
  if (plain()) {
    const int tightness = is_and ? binds_and : binds_or;
    const std::string left = condition_operand(e.operand(0), tightness);
    const std::string right = condition_operand(e.operand(1), is_and ? binds_and : binds_and + 1);
    return {left + (is_and ? " and " : " or ") + right, tightness};
  }
  const auto side = [&](const Expr& one) {
    return one.op() == e.op() ? condition(one).text : condition_operand(one, binds_primary);
  };
  std::string left = side(e.operand(0));
  const std::string outer = scope_.lanes;
  if (could_stop(e.operand(1))) {
    const std::string first = fresh("first");
    line(first + " = " + left);
    scope_.lanes = lanes_where(is_and ? first : triton() ? "~" + first : "np.logical_not(" + first + ")");
    left = first;
  }
  const std::string right = side(e.operand(1));
  scope_.lanes = outer;
  return {left + (is_and ? " & " : " | ") + right, binds_bits};
}

/// The condition that holds exactly when `e`, taken as a condition, does not.
PythonPrinter::Text PythonPrinter::negated(const Expr& e) {
  switch (e.op()) {
  case Op::less:
    return comparison(e, ">=");
  case Op::less_equal:
    return comparison(e, ">");
  case Op::equal:
    return comparison(e, "!=");
  case Op::not_equal:
    return comparison(e, "==");
  case Op::logical_not:
    return condition(e.operand(0));
  default:
    break;
  }
  if (!is_truth(e)) {
    return {operand(e, binds_add) + " == 0", binds_compare};
  }
  if (plain()) {
    return {"not " + condition_operand(e, binds_compare), binds_not};
  }
  return triton() ? Text{"~" + condition_operand(e, binds_primary), binds_unary}
                  : Text{"np.logical_not(" + condition(e).text + ")", binds_primary};
}

PythonPrinter::Text PythonPrinter::condition(const Expr& e) {
  switch (e.op()) {
  case Op::less:
    return comparison(e, "<");
  case Op::less_equal:
    return comparison(e, "<=");
  case Op::equal:
    return comparison(e, "==");
  case Op::not_equal:
    return comparison(e, "!=");
  case Op::logical_and:
  case Op::logical_or:
    return logical(e);
  case Op::logical_not:
    return negated(e.operand(0));
  case Op::constant:
    return {triton()         ? "tl.full([], " + std::string(e.value() != 0 ? "1" : "0") + ", tl.int1)"
            : e.value() != 0 ? "True"
                             : "False",
            binds_primary};
  default:
    return is_truth(e) ? Text{scope_.bound.at(e.name()), binds_primary}
                       : Text{operand(e, binds_add) + " != 0", binds_compare};
  }
}

PythonPrinter::Text PythonPrinter::truth_value(const std::string& condition) const {
  return {plain() ? "int(" + condition + ")" : where(condition, literal(1), "0"), binds_primary};
}

} // namespace mapwright::emit
