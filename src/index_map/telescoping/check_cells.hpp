// Quasi-polynomial identities on sets of prefixes.
#pragma once

#include "domain/isl_handle.hpp"
#include "expr/expr.hpp"

#include <string>
#include <vector>

namespace mapwright::index_map {

/// Checks left = right on the points of `cell`, whose parameters and dimensions are `names` in order: for all integers,
/// or where the equalities of the cell hold, or on each of the few parallel hyperplanes a thin cell consists of,
/// `depth` times over. An empty string when proved.
std::string refute_on(const domain::IslSet& cell, const std::vector<expr::Symbol>& names, const expr::Expr& left,
                      const expr::Expr& right, int depth = 3);

} // namespace mapwright::index_map
