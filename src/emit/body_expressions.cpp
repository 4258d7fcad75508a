#include "emit/body.hpp"

#include <algorithm>
#include <stdexcept>

namespace mapwright::emit {

using expr::Expr;
using expr::Int;
using expr::Op;

namespace {

bool is_power_of_two(Int value) {
  return value > 0 && (value & (value - 1)) == 0;
}

int exponent_of(Int power_of_two) {
  int exponent = 0;
  for (; power_of_two > 1; power_of_two >>= 1) {
    ++exponent;
  }
  return exponent;
}

} // namespace

bool BodyPrinter::is_truth(const Expr& e) const {
  return (e.op() >= Op::less && e.op() <= Op::logical_not) ||
         (e.op() == Op::variable && scope_.truths.contains(e.name()));
}

BodyPrinter::Text BodyPrinter::constant(Int value) {
  const Int most = (static_cast<Int>(1) << (spelling_.bits - 1)) - 1;
  if (value > most || value < -most - 1) {
    throw std::logic_error("the constant " + expr::to_string(value) + " does not fit the certified word");
  }
  if (value == -most - 1) {
    return {"(-" + expr::to_string(most) + " - 1)", tight_primary};
  }
  return {expr::to_string(value), value < 0 ? tight_unary : tight_primary};
}

std::string BodyPrinter::operand(const Expr& e, int tightness) {
  const Text text = print(e);
  return text.tightness < tightness ? "(" + text.text + ")" : text.text;
}

/// For operators whose relative tightness few remember: everything but names, calls and literals in parentheses.
std::string BodyPrinter::primary(const Expr& e) {
  return operand(e, tight_unary);
}

std::string BodyPrinter::condition(const Expr& e) {
  return is_truth(e) ? plain(e) : operand(e, tight_compare) + " != 0";
}

BodyPrinter::Text BodyPrinter::call(const std::string& helper, const std::vector<Expr>& arguments) {
  std::string text;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    text += (i == 0 ? "" : ", ") + plain(arguments[i]);
  }
  return call_text(helper, text);
}

BodyPrinter::Text BodyPrinter::call_text(const std::string& helper, const std::string& arguments) {
  helpers_.insert(helper);
  return {spelling_.helper_prefix + helper + spelling_.helper_suffix + "(" + arguments + ")", tight_primary};
}

const std::string* BodyPrinter::prepared(const Expr& e) const {
  const auto at = e.op() == Op::variable ? divisors_.find(e.name()) : divisors_.end();
  return at == divisors_.end() ? nullptr : &at->second;
}

/// a - b - c needs no parentheses, a - (b - c) does; a literal below zero on the right gets them for the eye.
BodyPrinter::Text BodyPrinter::binary(const Expr& e, std::string_view sign, int tightness) {
  const Expr& b = e.operand(1);
  const std::string right = b.is_constant() && b.value() < 0 ? "(" + plain(b) + ")" : operand(b, tightness + 1);
  return {operand(e.operand(0), tightness) + " " + std::string(sign) + " " + right, tightness};
}

BodyPrinter::Text BodyPrinter::comparison(const Expr& e, std::string_view sign, int tightness) {
  return {operand(e.operand(0), tight_add) + " " + std::string(sign) + " " + operand(e.operand(1), tight_add),
          tightness};
}

BodyPrinter::Text BodyPrinter::logical(const Expr& e, std::string_view sign, int tightness) {
  const auto side = [&](const Expr& operand) {
    const std::string text = condition(operand);
    const bool other = (operand.op() == Op::logical_and || operand.op() == Op::logical_or) && operand.op() != e.op();
    return other ? "(" + text + ")" : text;
  };
  return {side(e.operand(0)) + " " + std::string(sign) + " " + side(e.operand(1)), tightness};
}

/// The comparison that holds exactly when `e`, taken as a condition, does not.
BodyPrinter::Text BodyPrinter::negated(const Expr& e) {
  switch (e.op()) {
  case Op::less:
    return comparison(e, ">=", tight_compare);
  case Op::less_equal:
    return comparison(e, ">", tight_compare);
  case Op::equal:
    return comparison(e, "!=", tight_equal);
  case Op::not_equal:
    return comparison(e, "==", tight_equal);
  case Op::logical_not:
    return is_truth(e.operand(0)) ? print(e.operand(0)) : Text{condition(e.operand(0)), tight_equal};
  case Op::logical_and:
  case Op::logical_or:
    return {"!(" + plain(e) + ")", tight_unary};
  default:
    return is_truth(e) ? Text{"!" + plain(e), tight_unary} : Text{operand(e, tight_compare) + " == 0", tight_equal};
  }
}

/// A right shift is floor division by a power of two for either sign (C++20; OpenCL C 6.3j; CUDA), hence also exact
/// division; it spares the compiler the case of a negative operand that `/` has to handle.
BodyPrinter::Text BodyPrinter::division(const Expr& e) {
  const Expr& b = e.operand(1);
  if (const std::string* divisor = prepared(b)) {
    return call_text("quotient", plain(e.operand(0)) + ", " + *divisor);
  }
  if (b.is_constant() && is_power_of_two(b.value())) {
    return b.is_constant(1)
               ? print(e.operand(0))
               : Text{primary(e.operand(0)) + " >> " + std::to_string(exponent_of(b.value())), tight_shift};
  }
  const bool truncation_is_right =
      e.op() != Op::floor_div || (scope_.facts.holds(e.operand(0)) && b.is_constant() && b.value() > 0);
  return truncation_is_right ? binary(e, "/", tight_mul) : call("floor_div", e.operands());
}

/// Masking gives the non-negative remainder by a power of two for either sign in two's complement.
BodyPrinter::Text BodyPrinter::remainder(const Expr& e) {
  const Expr& b = e.operand(1);
  if (const std::string* divisor = prepared(b)) {
    return call_text("remainder", plain(e.operand(0)) + ", " + *divisor);
  }
  if (b.is_constant() && is_power_of_two(b.value())) {
    return {primary(e.operand(0)) + " & " + plain(Expr(b.value() - 1)), tight_bits};
  }
  const bool truncation_is_right =
      e.op() != Op::floor_mod || (scope_.facts.holds(e.operand(0)) && b.is_constant() && b.value() > 0);
  return truncation_is_right ? binary(e, "%", tight_mul) : call("floor_mod", e.operands());
}

BodyPrinter::Text BodyPrinter::raised(const Expr& e) {
  const Expr& a = e.operand(0);
  const Expr& b = e.operand(1);
  const bool is_small = b.is_constant() && b.value() >= 1 && b.value() <= 4;
  if (is_small && a.op() == Op::variable) {
    std::string text = plain(a);
    for (Int factor = 1; factor < b.value(); ++factor) {
      text += " * " + plain(a);
    }
    return {text, b.is_constant(1) ? tight_primary : tight_mul};
  }
  if (a.is_constant() && a.value() > 1 && is_power_of_two(a.value())) {
    const int exponent = exponent_of(a.value());
    const std::string by =
        exponent == 1 ? primary(b) : "(" + std::to_string(exponent) + " * " + operand(b, tight_mul + 1) + ")";
    return {cast(spelling_, spelling_.index, "1") + " << " + by, tight_shift};
  }
  return call("power", e.operands());
}

/// A value of a signed word is below 2^(bits - 1), so its logarithm is at most bits - 2.
bool BodyPrinter::is_short_distance(const Expr& e) const {
  const auto is_logarithm = [&](const Expr& x) {
    return x.op() == Op::floor_log2 || (x.op() == Op::variable && scope_.exponents.contains(x.name()));
  };
  return (e.is_constant() && e.value() < spelling_.bits - 1) || is_logarithm(e) ||
         (e.op() == Op::add && is_logarithm(e.operand(0)) && e.operand(1).is_constant(1));
}

/// A shift by the word's width or more has no meaning in C; a distance that may be that long goes through a helper.
BodyPrinter::Text BodyPrinter::shifted(const Expr& e) {
  const Expr& a = e.operand(0);
  const Expr& b = e.operand(1);
  const bool left = e.op() == Op::shift_left;
  if (is_short_distance(b) || (left && a.is_constant() && a.value() > 0)) {
    const std::string value = a.is_constant() ? cast(spelling_, spelling_.index, plain(a)) : primary(a);
    return {value + (left ? " << " : " >> ") + primary(b), tight_shift};
  }
  return call(left ? "shift_left" : "shift_right", e.operands());
}

BodyPrinter::Text BodyPrinter::print(const Expr& e) {
  switch (e.op()) {
  case Op::constant:
    return constant(e.value());
  case Op::variable: {
    const auto at = scope_.bound.find(e.name());
    if (at == scope_.bound.end()) {
      throw std::logic_error("the function reads the unbound name " + e.name().name());
    }
    return {at->second, tight_primary};
  }
  case Op::add:
    return binary(e, "+", tight_add);
  case Op::sub:
    return e.operand(0).is_constant(0) ? Text{"-" + primary(e.operand(1)), tight_unary} : binary(e, "-", tight_add);
  case Op::mul:
    return binary(e, "*", tight_mul);
  case Op::floor_div:
  case Op::exact_div:
  case Op::nonneg_div:
    return division(e);
  case Op::floor_mod:
  case Op::nonneg_mod:
    return remainder(e);
  case Op::minimum:
    return call("lesser", e.operands());
  case Op::maximum:
    return call("greater", e.operands());
  case Op::root:
    return call("iroot" + expr::to_string(e.value()), e.operands());
  case Op::power:
    return raised(e);
  case Op::shift_left:
  case Op::shift_right:
    return shifted(e);
  case Op::bit_and:
    return {primary(e.operand(0)) + " & " + primary(e.operand(1)), tight_bits};
  case Op::bit_or:
    return {primary(e.operand(0)) + " | " + primary(e.operand(1)), tight_bits};
  case Op::bit_xor:
    return {primary(e.operand(0)) + " ^ " + primary(e.operand(1)), tight_bits};
  case Op::floor_log2:
    return call("floor_log2", e.operands());
  case Op::less:
    return comparison(e, "<", tight_compare);
  case Op::less_equal:
    return comparison(e, "<=", tight_compare);
  case Op::equal:
    return comparison(e, "==", tight_equal);
  case Op::not_equal:
    return comparison(e, "!=", tight_equal);
  case Op::logical_and:
    return logical(e, "&&", tight_and);
  case Op::logical_or:
    return logical(e, "||", tight_or);
  case Op::logical_not:
    return negated(e.operand(0));
  case Op::select:
    return {condition(e.operand(0)) + " ? " + operand(e.operand(1), tight_or) + " : " + operand(e.operand(2), tight_or),
            tight_select};
  case Op::load: {
    const auto at = tables_.find(e.name());
    if (at == tables_.end()) {
      throw std::logic_error("the function reads the unknown table " + e.name().name());
    }
    const std::string index = plain(e.operand(0));
    const bool is_call = spelling_.table_calls && !at->second.runtime;
    const std::string entry = at->second.name + (is_call ? "(" + index + ")" : "[" + index + "]");
    return {cast(spelling_, spelling_.index, entry), spelling_.functional_casts ? tight_primary : tight_unary};
  }
  }
  throw std::logic_error("an operator no dialect prints");
}

} // namespace mapwright::emit
