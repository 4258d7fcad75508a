// The costs of a domain as a domain of their own.
//
// Let W(x) >= 0 be the weight of point x, W = (sum over t of products f_t1(x) * f_t2(x) * ...) / d. The domain of costs
// has d * W(x) points for each x: the points (x, t, u1, u2, ...) with 0 <= u_k < f_tk(x), in the order of x first. So
//   its count is d times the weight of the whole domain, and
//   the x of its point number b is the x for which  d * sum of W before x  <=  b  <  d * sum of W up to and with x.
// Its map, derived, checked and bounded like every other map, is therefore the cumulative weight as a polynomial
// together with its exact inversion. Points of weight 0 have no point here.
#pragma once

#include "core/error.hpp"
#include "index_map/certificate.hpp"
#include "index_map/chunk/weight.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace mapwright::index_map::chunk {

/// The certified map over (scan coordinates of x, then t where there are several products, then u1, ...).
struct Costs {
  Certified certified;
  WeightSum sum;         ///< factors over the scan coordinates and the sizes
  std::size_t scan = 0;  ///< how many coordinates x has
  bool numbered = false; ///< whether t is there
};

/// The costs of an affine domain. Refusals are input errors that say why: the domain has no symbolic sums, the weight
/// is no sum of products (as_sum), a factor is negative somewhere, too many coordinates, or the map is out of reach.
Result<Costs> derive_costs(const domain::Domain& domain, const Expr& weight);

/// The part d * W(x) of `point` that lies before it among the points of its own x: 0 for the first of them.
Result<Int> within(const Costs& costs, std::span<const Int> sizes, std::span<const Int> point);

} // namespace mapwright::index_map::chunk
