// isl objects as expressions: bounds of a coordinate and membership, with strides written as floor divisions.
#pragma once

#include "domain/isl_handle.hpp"
#include "expr/expr.hpp"

#include <optional>
#include <vector>

namespace mapwright::index_map {

/// Membership in `set` as an expression over `names` (parameters, then set dimensions).
/// All existential variables must be known divisions (isl_set_compute_divs).
expr::Expr membership(const domain::IslSet& set, const std::vector<expr::Symbol>& names);

/// The least (or greatest) value of dimension `position` over the set, as an expression of the parameters.
/// Where the set is empty the expression has some value.
std::optional<expr::Expr> extreme(const domain::IslSet& set, int position, bool greatest,
                                  const std::vector<expr::Symbol>& names);

} // namespace mapwright::index_map
