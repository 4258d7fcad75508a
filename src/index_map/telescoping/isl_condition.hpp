// Conditions of the expression language as isl sets, so that the checker can compare them exactly.
#pragma once

#include "core/error.hpp"
#include "domain/isl_handle.hpp"
#include "expr/expr.hpp"

#include <string>
#include <vector>

namespace mapwright::index_map {

/// { [coordinates] : condition } over the parameters. The condition may use affine terms, floor_div and floor_mod by
/// literals, min, max, select, comparisons and logic; anything else is an internal error.
Result<domain::IslSet> set_where(const domain::IslContext& context, const std::vector<expr::Symbol>& parameters,
                                 const std::vector<expr::Symbol>& coordinates, const expr::Expr& condition);

/// { [from] -> [values] } over the parameters: the function with one expression of `from` per result.
Result<domain::IslMap> function_of(const domain::IslContext& context, const std::vector<expr::Symbol>& parameters,
                                   const std::vector<expr::Symbol>& from, const std::vector<expr::Expr>& values);

} // namespace mapwright::index_map
