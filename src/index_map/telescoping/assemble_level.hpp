// The statements for one level of a telescoping plan: its coordinate from a residual, and the points before a
// coordinate.
#pragma once

#include "index_map/nodes.hpp"
#include "index_map/telescoping/plan.hpp"

namespace mapwright::index_map {

/// Finds the coordinate of `level`. `rest` is the residual before and, unless `is_last`, after. `taken`: names that
/// must not be bound again.
expr::Block find_coordinate(const LevelPlan& level, bool is_last, Expr& rest, nodes::Names& taken);

/// The points with this prefix and a coordinate less than `x`, whichever piece they are in; what it needs is bound in
/// `block`.
Expr rank_within(const LevelPlan& level, const Expr& x, expr::Block& block, nodes::Names& taken);

} // namespace mapwright::index_map
