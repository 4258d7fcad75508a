// Maps of affine domains in the order of a space-filling curve (proof kind composition).
//
// F(x) = number of points p of the domain with p_d < x_d in every dimension. It is the count of an affine domain, the
// *corner domain*, with the corner x as further parameters; so its formula is found and proved by telescoping. As no
// coordinate exceeds high_d, F(x) = F(min(x_d, high_d + 1)), and the corner domain holds no points where x_d is
// greater: that spares its formula the cases beyond.
//
// Lemma (boxes). The points in { b_d <= p_d < e_d } number  sum over c in {0,1}^D of (-1)^(D - |c|) F(x_c),  where
// x_c takes e_d where c_d = 1 and b_d where c_d = 0: inclusion and exclusion.
//
// Lemma (descent). A cube of side 2^m holds all points; the curve halves it again and again (domain/curve.hpp). All
// points of the half visited first precede those of the other. So point number w of a box lies in the first half
// exactly when w < h, h the points of that half, and is number w - h of the other half otherwise. After m D halvings
// the box is one point. By induction over the halvings this is one-to-one onto the points, in the order of the curve;
// read the other way, the number of a point is the sum of h over the halvings at which it lies in the later half. A box
// with as many points as its volume is full, and so are its halves.
//
// Lemma (partial sums). Summed from c = 1...1 down to 0...0, every partial sum is |U| - |V| for disjoint sets U, V of
// points, V outside the box: by induction on D, as the sum over the last D - 1 dimensions of the points with p_0 < e_0,
// less that of those with p_0 < b_0. So it lies between -N and N, N the number of all points.
#pragma once

#include "core/error.hpp"
#include "index_map/agree.hpp"
#include "index_map/inner_map.hpp"

#include <vector>

namespace mapwright::index_map {

/// The map of `domain` in the order of a curve, whatever its own order is. Errors: input, for domains that have no such
/// map; the message says why. Forms: those of the family that serves the ordered domain.
Result<Derived> derive_on_curve(const domain::Domain& domain, domain::Curve curve, const DeriveOptions& options = {});

/// The cube of the curve, of parameters: [origin_d, origin_d + 2^levels) in dimension d.
struct CurveCube {
  std::vector<expr::Expr> origin; ///< min(0, least coordinate), or 0
  std::vector<expr::Expr> high;   ///< greatest coordinate
  std::vector<expr::Expr> end;    ///< and one more
};

/// The cube from the box a telescoping proof states; an input error when the proof states none.
Result<CurveCube> curve_cube(const nlohmann::json& telescoping_proof, const domain::Domain& plain);

/// The points of an affine domain in plain order below a corner of its box: parameters are those of `plain`, then one
/// corner coordinate per dimension, at most one more than the greatest coordinate.
Result<domain::Domain> corner_domain(const domain::Domain& plain, const CurveCube& cube);

/// What a curve map is made of.
struct CurveParts {
  Derived plain;  ///< of the domain in its plain order: count, membership
  CurveCube cube; ///< from the box of `plain`
  Derived corner; ///< of the corner domain: its count is F
};

/// Makes, or finds, the map "plain" or "corner" of the domain it is for.
using InnerOfName = std::function<Result<Derived>(const char* name, const domain::Domain& domain)>;

/// The parts for an affine domain in plain order. Errors: those of `inner`; no cube or no corner domain.
Result<CurveParts> curve_parts(const domain::Domain& plain, const InnerOfName& inner);

Assembled assemble_curve(const CurveParts& parts, const domain::Domain& domain);

/// The map of a CurveShape. Form: "auto" or "halving".
Result<Derived> derive_curve(const domain::Domain& domain, const DeriveOptions& options,
                             const DeriveInner& derive_inner);

/// The parts a proof carries.
Result<CurveParts> curve_parts_of(const nlohmann::json& proof, const domain::Domain& domain);

/// Checks a proof of derive_curve: both inner proofs through `check_inner`, the second one for the corner domain made
/// here; the box of the cube by isl; functions by assembling them again; all points of small sizes by sorting.
CheckReport check_curve(const nlohmann::json& proof, const domain::Map& map, const CheckInner& check_inner);

} // namespace mapwright::index_map
