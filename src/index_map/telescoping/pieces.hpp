// Piecewise quasi-polynomials over polyhedra, and their exact summation over the innermost coordinate.
#pragma once

#include "core/error.hpp"
#include "domain/isl_handle.hpp"
#include "index_map/telescoping/constraints.hpp"
#include "index_map/telescoping/quasi_polynomial.hpp"

#include <vector>

namespace mapwright::index_map {

/// `weight` on the integer points of `region`, a convex set without existential variables.
struct Piece {
  domain::IslBasicSet region;
  QuasiPolynomial weight;
};

/// A bound of a coordinate: ceil(numerator / denominator) below, floor(numerator / denominator) above.
struct RationalBound {
  Affine numerator; ///< does not mention the coordinate or any later one
  Int denominator = 1;
};

/// { region } read as: guards, and lower <= coordinate <= upper.
struct Fiber {
  std::vector<RationalBound> lower;
  std::vector<RationalBound> upper;
  std::vector<Constraint> guards; ///< constraints that do not mention the coordinate
};

/// Splits constraints by their use of plain variable `coordinate`.
Fiber fiber_of(const std::vector<Constraint>& constraints, std::size_t coordinate);

/// Most pieces a level may have before the derivation is refused.
inline constexpr std::size_t most_pieces = 400;

/// Sum of all pieces over their last set dimension: pieces over one dimension fewer, disjoint, with equal neighbours
/// merged. On the result's regions the lower and the upper bound that is active is one affine form for every fiber.
/// `pieces` must be disjoint. `last` is the plain variable of the last dimension.
Result<std::vector<Piece>> sum_last_dimension(Space& space, const std::vector<Piece>& pieces, std::size_t last);

/// Pieces that may overlap, made disjoint: weights add up where they do; equal neighbours merge.
Result<std::vector<Piece>> overlay(Space& space, const std::vector<Piece>& pieces);

} // namespace mapwright::index_map
