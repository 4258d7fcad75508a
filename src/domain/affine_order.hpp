// Affine domains in another order: other scan coordinates of the same points.
#pragma once

#include "core/error.hpp"
#include "domain/order.hpp"

namespace mapwright::domain {

/// The points of an affine domain in an order other than that of a curve. Errors: input; the message says why there is
/// none: too many dimensions, rows whose lengths no affine function gives, pairs of rows of different lengths.
Result<Domain> affine_in_order(const Domain& domain, const OrderRequest& request);

} // namespace mapwright::domain
