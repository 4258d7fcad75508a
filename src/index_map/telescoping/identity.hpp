// Proof of quasi-polynomial identities by evaluation alone.
//
// A polynomial of total degree <= D in m variables that vanishes on { t in N^m : t1 + .. + tm <= D } is zero. Floor
// terms of affine forms become affine on the residue classes of a period, so a quasi-polynomial identity is a finite
// set of polynomial ones. Only the evaluator is used.
#pragma once

#include "expr/expr.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mapwright::index_map {

/// Upper bound of the total degree in all variables, where floor divisions of affine forms by literals count as
/// affine. Nothing when `e` is not a quasi-polynomial of this form.
std::optional<int> degree_bound(const expr::Expr& e);

/// A period: on each residue class of every variable modulo it, all floor terms of `e` are affine.
expr::Int period_of(const expr::Expr& e);

/// e is divisible by modulus.
struct Divisibility {
  expr::Expr e; ///< affine, may contain floor terms
  expr::Int modulus = 1;
};

/// Checks left = right for all integers that satisfy the divisibilities; an empty string when proved, otherwise the
/// reason or a counterexample.
std::string refute_identity(const expr::Expr& left, const expr::Expr& right,
                            const std::vector<Divisibility>& given = {});

/// Checks that the polynomial `e` in the one variable `y` is >= 0 for y = 0, 1, 2, ...: all forward differences at 0
/// are >= 0 (Newton's expansion in binomials). An empty string when proved.
std::string refute_non_negative(const expr::Expr& e, expr::Symbol y);

} // namespace mapwright::index_map
