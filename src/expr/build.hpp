// Construction with local rewriting: constants fold, neutral elements vanish. Each rule is a named identity of
// docs/semantics.md ("R" laws) and is checked by tests/expr/build_test.cpp for value on all small operands.
#pragma once

#include "expr/expr.hpp"

namespace mapwright::expr {

Expr operator+(const Expr& a, const Expr& b);
Expr operator-(const Expr& a, const Expr& b);
Expr operator*(const Expr& a, const Expr& b);
Expr operator-(const Expr& a);

/// The node `op` over operands, after local rewriting. Never changes the value where the raw node has one.
Expr build(Op op, std::vector<Expr> operands);

inline Expr floor_div(const Expr& a, const Expr& b) {
  return build(Op::floor_div, {a, b});
}
inline Expr floor_mod(const Expr& a, const Expr& b) {
  return build(Op::floor_mod, {a, b});
}
inline Expr exact_div(const Expr& a, const Expr& b) {
  return build(Op::exact_div, {a, b});
}
inline Expr nonneg_div(const Expr& a, const Expr& b) {
  return build(Op::nonneg_div, {a, b});
}
inline Expr nonneg_mod(const Expr& a, const Expr& b) {
  return build(Op::nonneg_mod, {a, b});
}
inline Expr minimum(const Expr& a, const Expr& b) {
  return build(Op::minimum, {a, b});
}
inline Expr maximum(const Expr& a, const Expr& b) {
  return build(Op::maximum, {a, b});
}
inline Expr power(const Expr& a, const Expr& b) {
  return build(Op::power, {a, b});
}
inline Expr less(const Expr& a, const Expr& b) {
  return build(Op::less, {a, b});
}
inline Expr less_equal(const Expr& a, const Expr& b) {
  return build(Op::less_equal, {a, b});
}
inline Expr equal(const Expr& a, const Expr& b) {
  return build(Op::equal, {a, b});
}
inline Expr logical_and(const Expr& a, const Expr& b) {
  return build(Op::logical_and, {a, b});
}
inline Expr logical_or(const Expr& a, const Expr& b) {
  return build(Op::logical_or, {a, b});
}
inline Expr logical_not(const Expr& a) {
  return build(Op::logical_not, {a});
}
inline Expr select(const Expr& c, const Expr& a, const Expr& b) {
  return build(Op::select, {c, a, b});
}

} // namespace mapwright::expr
