// isl objects as expressions: bounds of a coordinate and membership, with strides written as floor divisions.
#pragma once

#include "domain/domain.hpp"
#include "domain/isl_handle.hpp"

#include <optional>
#include <vector>

namespace mapwright::domain {

/// Membership in `set` as an expression over `names` (parameters, then set dimensions).
/// All existential variables must be known divisions (isl_set_compute_divs).
Expr membership(const IslSet& set, const std::vector<Symbol>& names);

/// A piecewise affine function as an expression over `names` (parameters, then dimensions): a chain of selects. Where
/// the function is undefined the expression has some value. Nothing for a function without pieces.
std::optional<Expr> to_expr(const IslPwAff& value, const std::vector<Symbol>& names);

/// The least (or greatest) value of dimension `position` over the set, as an expression of the parameters.
/// Where the set is empty the expression has some value.
std::optional<Expr> extreme(const IslSet& set, int position, bool greatest, const std::vector<Symbol>& names);

} // namespace mapwright::domain
