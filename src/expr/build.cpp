#include "expr/build.hpp"

#include "expr/operators.hpp"

#include <utility>

namespace mapwright::expr {

namespace {

bool is_literal_free(Op op) {
  return op == Op::constant || op == Op::variable || op == Op::load || op == Op::root || op == Op::select;
}

/// R1  (a + c1) + c2 = a + (c1 + c2), and the same with subtraction.
Expr add_constant(const Expr& a, Int c) {
  if (c == 0) {
    return a; // R2  a + 0 = a
  }
  if (a.op() == Op::add && a.operand(1).is_constant()) {
    if (const auto sum = checked_add(a.operand(1).value(), c)) {
      return add_constant(a.operand(0), *sum);
    }
  }
  if (a.op() == Op::sub && a.operand(1).is_constant()) {
    if (const auto difference = checked_sub(c, a.operand(1).value())) {
      return add_constant(a.operand(0), *difference);
    }
  }
  if (c < 0 && c != int_min) {
    return Expr::raw(Op::sub, {a, Expr(-c)});
  }
  return Expr::raw(Op::add, {a, Expr(c)});
}

Expr build_add(const Expr& a, const Expr& b) {
  if (b.is_constant()) {
    return add_constant(a, b.value());
  }
  if (a.is_constant()) {
    return add_constant(b, a.value()); // R3  c + a = a + c
  }
  return Expr::raw(Op::add, {a, b});
}

Expr build_sub(const Expr& a, const Expr& b) {
  if (b.is_constant() && b.value() != int_min) {
    return add_constant(a, -b.value());
  }
  if (a == b) {
    return Expr(0); // R4  a - a = 0
  }
  return Expr::raw(Op::sub, {a, b});
}

Expr build_mul(const Expr& a, const Expr& b) {
  if (a.is_constant(0) || b.is_constant(0)) {
    return Expr(0); // R5  a * 0 = 0
  }
  if (b.is_constant(1)) {
    return a; // R6  a * 1 = a
  }
  if (a.is_constant(1)) {
    return b;
  }
  return Expr::raw(Op::mul, {a, b});
}

Expr build_division(Op op, const Expr& a, const Expr& b) {
  if (b.is_constant(1) && (op == Op::floor_div || op == Op::exact_div)) {
    return a; // R7  a / 1 = a
  }
  if (b.is_constant(1) && op == Op::floor_mod) {
    return Expr(0); // R8  a mod 1 = 0
  }
  return Expr::raw(op, {a, b});
}

} // namespace

Expr build(Op op, std::vector<Expr> operands) {
  if (op == Op::select) {
    if (operands[0].is_constant()) {
      return operands[operands[0].value() != 0 ? 1 : 2]; // R10 select on a literal
    }
    return operands[1] == operands[2] ? operands[1] : Expr::raw(op, std::move(operands)); // R11 equal arms
  }
  const Expr a = operands[0];
  const Expr b = operands.size() > 1 ? operands[1] : Expr(0);
  if (!is_literal_free(op) && a.is_constant() && (operands.size() == 1 || b.is_constant())) {
    if (const auto value = apply(op, a.value(), b.value())) {
      return Expr(*value); // R12 literals fold where the law gives a value (R9 is a case of it)
    }
    return Expr::raw(op, std::move(operands));
  }
  switch (op) {
  case Op::add:
    return build_add(a, b);
  case Op::sub:
    return build_sub(a, b);
  case Op::mul:
    return build_mul(a, b);
  case Op::floor_div:
  case Op::floor_mod:
  case Op::exact_div:
  case Op::nonneg_div:
  case Op::nonneg_mod:
    return build_division(op, a, b);
  case Op::minimum:
  case Op::maximum:
    return a == b ? a : Expr::raw(op, std::move(operands)); // R13 min(a, a) = a
  case Op::logical_and:
    if (a.is_constant() && a.value() != 0) {
      return b.op() >= Op::less && b.op() <= Op::logical_not ? b
                                                             : Expr::raw(op, std::move(operands)); // R14 true and b = b
    }
    return a.is_constant(0) ? Expr(0) : Expr::raw(op, std::move(operands));
  case Op::logical_or:
    if (a.is_constant(0)) {
      return b.op() >= Op::less && b.op() <= Op::logical_not ? b
                                                             : Expr::raw(op, std::move(operands)); // R15 false or b = b
    }
    return a.is_constant() ? Expr(1) : Expr::raw(op, std::move(operands));
  default:
    return Expr::raw(op, std::move(operands));
  }
}

Expr operator+(const Expr& a, const Expr& b) {
  return build(Op::add, {a, b});
}
Expr operator-(const Expr& a, const Expr& b) {
  return build(Op::sub, {a, b});
}
Expr operator*(const Expr& a, const Expr& b) {
  return build(Op::mul, {a, b});
}
Expr operator-(const Expr& a) {
  return build(Op::sub, {Expr(0), a});
}

} // namespace mapwright::expr
