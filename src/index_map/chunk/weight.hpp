// Weights: what a point of a domain costs, as an expression of its coordinates and the sizes.
#pragma once

#include "core/error.hpp"
#include "domain/domain.hpp"

#include <string_view>
#include <vector>

namespace mapwright::index_map::chunk {

using expr::Expr;
using expr::Int;
using expr::Symbol;

/// The expression written in `text` (grammar: expr/text.hpp). An input error for text that is none, and for a name that
/// is neither a dimension nor a parameter of the domain.
Result<Expr> parse_weight(std::string_view text, const domain::Domain& domain);

/// (sum over the products of the product of their factors) / divisor. Every factor is quasi-affine: affine terms,
/// floor_div and mod by positive literals, min, max and select of such. The division is exact at every point.
struct WeightSum {
  std::vector<std::vector<Expr>> products;
  Int divisor = 1;
};

/// The weight in that form: sums and powers are multiplied out as far as products ask for it, affine parts stay whole,
/// and affine terms of the sum are one term. Refuses (input error) other expressions, with the part that is not of the
/// form.
Result<WeightSum> as_sum(const Expr& weight);

} // namespace mapwright::index_map::chunk
