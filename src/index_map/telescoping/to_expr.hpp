// Quasi-polynomials and affine forms as expressions a person can read: factored where linear factors divide.
#pragma once

#include "expr/expr.hpp"
#include "index_map/telescoping/pieces.hpp"
#include "index_map/telescoping/quasi_polynomial.hpp"

namespace mapwright::index_map {

/// The affine form as an expression, positive terms first.
expr::Expr to_expr(const Space& space, const Affine& a);

/// The quasi-polynomial as (integer polynomial) / (common denominator), the division exact for all integers.
expr::Expr to_expr(const Space& space, const QuasiPolynomial& p);

/// form >= 0 or form = 0, written with the negative terms on the other side.
expr::Expr to_expr(const Space& space, const Constraint& c);

/// ceil(numerator / denominator) and floor(numerator / denominator).
expr::Expr lower_to_expr(const Space& space, const RationalBound& bound);
expr::Expr upper_to_expr(const Space& space, const RationalBound& bound);

} // namespace mapwright::index_map
