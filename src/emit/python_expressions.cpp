#include "emit/python_printer.hpp"

#include <stdexcept>

namespace mapwright::emit {

using expr::Expr;
using expr::Int;
using expr::Op;

namespace {

/// The exponent of a power of two, or -1.
int log2_exactly(const Expr& e) {
  if (!e.is_constant() || e.value() <= 0 || (e.value() & (e.value() - 1)) != 0) {
    return -1;
  }
  int exponent = 0;
  for (Int value = e.value(); value > 1; value >>= 1) {
    ++exponent;
  }
  return exponent;
}

bool is_remainder_op(Op op) {
  return op == Op::floor_mod || op == Op::nonneg_mod;
}

} // namespace

std::string PythonPrinter::literal(Int value) const {
  const std::string digits = expr::to_string(value);
  return triton() ? "tl.full([], " + digits + ", " + spelling_.word + ")" : digits;
}

std::string PythonPrinter::typed(const Expr& e) {
  if (!triton() || !expr::free_variables(e).empty() || could_stop(e)) {
    return whole(e);
  }
  return "tl.full([], " + whole(e) + ", " + spelling_.word + ")";
}

std::string PythonPrinter::where(const std::string& condition, const std::string& a, const std::string& b) const {
  return std::string(triton() ? "tl" : "np") + ".where(" + condition + ", " + a + ", " + b + ")";
}

std::string PythonPrinter::operand(const Expr& e, int tightness) {
  const Text text = value(e);
  return text.tightness < tightness ? "(" + text.text + ")" : text.text;
}

PythonPrinter::Text PythonPrinter::call(const std::string& helper, const std::vector<Expr>& arguments) {
  std::string text;
  for (const Expr& argument : arguments) {
    text += (text.empty() ? "" : ", ") + typed(argument);
  }
  helpers_.insert(helper);
  return {"_" + helper + spelling_.suffix + "(" + text + ")", binds_primary};
}

PythonPrinter::Text PythonPrinter::binary(const Expr& e, std::string_view sign, int tightness) {
  const Expr& b = e.operand(1);
  const std::string right = b.is_constant() && b.value() < 0 ? "(" + whole(b) + ")" : operand(b, tightness + 1);
  return {operand(e.operand(0), tightness) + " " + std::string(sign) + " " + right, tightness};
}

/// In lanes that do not run a divisor that is no literal becomes 1.
std::string PythonPrinter::divisor(const Expr& e, int tightness) {
  if (plain() || scope_.lanes.empty() || e.is_constant()) {
    return operand(e, tightness);
  }
  return where(scope_.lanes, whole(e), "1");
}

/// `//` and `%` round down in Python and NumPy as E6 and E7 do; Triton's truncate, as C's.
PythonPrinter::Text PythonPrinter::division(const Expr& e) {
  const Expr& a = e.operand(0);
  const Expr& b = e.operand(1);
  const bool remains = is_remainder_op(e.op());
  if (const int exponent = log2_exactly(b); exponent >= 0) {
    return remains         ? Text{operand(a, binds_unary) + " & " + whole(Expr(b.value() - 1)), binds_bits}
           : exponent == 0 ? value(a)
                           : Text{operand(a, binds_unary) + " >> " + std::to_string(exponent), binds_shift};
  }
  const bool rounds_down = e.op() == Op::floor_div || e.op() == Op::floor_mod;
  const bool truncation_is_right = !rounds_down || (scope_.facts.holds(a) && b.is_constant() && b.value() > 0);
  if (triton() && !truncation_is_right) {
    const std::string helper = remains ? "floor_mod" : "floor_div";
    helpers_.insert(helper);
    const std::string left = typed(a);
    const std::string right = b.is_constant() ? typed(b) : divisor(b, binds_select);
    return {"_" + helper + spelling_.suffix + "(" + left + ", " + right + ")", binds_primary};
  }
  const std::string left = operand(a, binds_mul);
  const std::string right = b.is_constant() && b.value() < 0 ? "(" + whole(b) + ")" : divisor(b, binds_unary);
  return {left + (remains ? " % " : " // ") + right, binds_mul};
}

PythonPrinter::Text PythonPrinter::raised(const Expr& e) {
  const Expr& a = e.operand(0);
  const Expr& b = e.operand(1);
  if (b.is_constant() && b.value() >= 1 && b.value() <= 4 && a.op() == Op::variable) {
    const std::string name = whole(a);
    std::string text = name;
    for (Int factor = 1; factor < b.value(); ++factor) {
      text += " * " + name;
    }
    return {text, b.is_constant(1) ? binds_primary : binds_mul};
  }
  if (const int exponent = log2_exactly(a); exponent >= 1) {
    const std::string by = exponent == 1 ? operand(b, binds_mul)
                                         : "(" + std::to_string(exponent) + " * " + operand(b, binds_mul + 1) + ")";
    return {literal(1) + " << " + by, binds_shift};
  }
  if (plain()) {
    return {operand(a, binds_primary) + " ** " + operand(b, binds_unary), binds_power};
  }
  return call("power", e.operands());
}

/// NumPy's shifts by the width of the word or more give 0; in Triton a helper sees to it.
PythonPrinter::Text PythonPrinter::shifted(const Expr& e) {
  const Expr& a = e.operand(0);
  const Expr& b = e.operand(1);
  const bool left = e.op() == Op::shift_left;
  if (triton() && !(b.is_constant() && b.value() < spelling_.bits - 1)) {
    helpers_.insert(left ? "shift_left" : "shift_right");
    const std::string shifted_value = typed(a);
    return {std::string(left ? "_shift_left" : "_shift_right") + spelling_.suffix + "(" + shifted_value + ", " +
                typed(b) + ")",
            binds_primary};
  }
  const std::string shifted_value = a.is_constant() ? literal(a.value()) : operand(a, binds_mul);
  return {shifted_value + (left ? " << " : " >> ") + operand(b, binds_mul), binds_shift};
}

PythonPrinter::Text PythonPrinter::chosen(const Expr& e) {
  if (plain()) {
    const std::string test = condition_operand(e.operand(0), binds_or);
    const std::string yes = operand(e.operand(1), binds_or);
    return {yes + " if " + test + " else " + operand(e.operand(2), binds_or), binds_select};
  }
  std::string test = condition(e.operand(0)).text;
  const bool guarded = could_stop(e.operand(1)) || could_stop(e.operand(2));
  if (guarded) {
    const std::string name = fresh("holds");
    line(name + " = " + test);
    test = name;
  }
  const std::string outer = scope_.lanes;
  const auto arm = [&](const Expr& one, const std::string& lanes) {
    scope_.lanes = could_stop(one) ? lanes_where(lanes) : outer;
    std::string text = typed(one);
    scope_.lanes = outer;
    return text;
  };
  const std::string yes = arm(e.operand(1), test);
  const std::string no = arm(e.operand(2), triton() ? "~" + test : "np.logical_not(" + test + ")");
  return {where(test, yes, no), binds_primary};
}

/// In lanes that do not run entry 0 is read.
PythonPrinter::Text PythonPrinter::loaded(const Expr& e) {
  const auto at = tables_.find(e.name());
  if (at == tables_.end()) {
    throw std::logic_error("the function reads the unknown table " + e.name().name());
  }
  std::string index = whole(e.operand(0));
  if (!plain() && !scope_.lanes.empty()) {
    index = where(scope_.lanes, index, "0");
  }
  const auto& [name, runtime] = at->second;
  if (triton()) {
    const bool simple = index.find(' ') == std::string::npos || index.starts_with("tl.where(");
    return {"tl.load(" + name + " + " + (simple ? index : "(" + index + ")") + ").to(" + spelling_.word + ")",
            binds_primary};
  }
  const std::string entry = name + "[" + index + "]";
  return {plain() && runtime ? "int(" + entry + ")" : entry, binds_primary};
}

PythonPrinter::Text PythonPrinter::value(const Expr& e) {
  if (is_truth(e)) {
    return truth_value(condition(e).text);
  }
  switch (e.op()) {
  case Op::constant:
    return {expr::to_string(e.value()), e.value() < 0 ? binds_unary : binds_primary};
  case Op::variable: {
    const auto at = scope_.bound.find(e.name());
    if (at == scope_.bound.end()) {
      throw std::logic_error("the function reads the unbound name " + e.name().name());
    }
    return {at->second, binds_primary};
  }
  case Op::add:
    return binary(e, "+", binds_add);
  case Op::sub:
    return e.operand(0).is_constant(0) ? Text{"-" + operand(e.operand(1), binds_primary), binds_unary}
                                       : binary(e, "-", binds_add);
  case Op::mul:
    return binary(e, "*", binds_mul);
  case Op::floor_div:
  case Op::exact_div:
  case Op::nonneg_div:
  case Op::floor_mod:
  case Op::nonneg_mod:
    return division(e);
  case Op::minimum:
  case Op::maximum: {
    const bool least = e.op() == Op::minimum;
    const std::string name = plain() ? (least ? "min" : "max") : least ? ".minimum" : ".maximum";
    const std::string left = whole(e.operand(0));
    return {(plain() ? name : (triton() ? "tl" : "np") + name) + "(" + left + ", " + whole(e.operand(1)) + ")",
            binds_primary};
  }
  case Op::root:
    return plain() ? call("root", {Expr(e.value()), e.operand(0)})
                   : call("iroot" + expr::to_string(e.value()), e.operands());
  case Op::power:
    return raised(e);
  case Op::shift_left:
  case Op::shift_right:
    return shifted(e);
  case Op::bit_and:
  case Op::bit_or:
  case Op::bit_xor: {
    const std::string left = operand(e.operand(0), binds_unary);
    const char* sign = e.op() == Op::bit_and ? " & " : e.op() == Op::bit_or ? " | " : " ^ ";
    return {left + sign + operand(e.operand(1), binds_unary), binds_bits};
  }
  case Op::floor_log2:
    return plain() ? Text{operand(e.operand(0), binds_primary) + ".bit_length() - 1", binds_add}
                   : call("floor_log2", e.operands());
  case Op::select:
    return chosen(e);
  case Op::load:
    return loaded(e);
  default:
    throw std::logic_error("an operator Python text does not print");
  }
}

} // namespace mapwright::emit
