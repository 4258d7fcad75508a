// Space-filling curves through cubes of side 2^m, and domains in the order of their visits.
//
// Both curves are walks down a tree of halves. At each level a cube is halved once along every axis; which axis comes
// next, and which half first, depends on the state of the cube and on the halves chosen before. Morton (Z order): axis
// 0, then 1, ..., the lower half first; one state. So the key of a point interleaves the bits of its coordinates, those
// of dimension 0 being the most significant. Hilbert: C. Hamilton, A. Rau-Chaplin, "Compact Hilbert indices" (2008),
// where a state is an entry corner and an axis; the whole cube begins at its corner of least coordinates, ends at the
// other end of dimension 0, and is halved along dimension 0 first, whatever m is. In two dimensions that is the domain
// hilbert-square.
#pragma once

#include "core/error.hpp"
#include "domain/domain.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace mapwright::domain {

/// "morton" or "hilbert".
std::string to_string(Curve curve);

/// Most dimensions of a domain in the order of a curve.
inline constexpr std::size_t most_curve_dimensions = 4;

/// A curve as a machine over the halves. A cube is in one of `states` states, the whole one in state 0. Choosing a half
/// in every one of D dimensions leads from node 1 through node 2 node + later, later = 1 for the half visited second,
/// to a node 2^D + digit, where digit is the number of the subcube in the order of visits.
struct CurveStates {
  std::size_t dimensions = 2;
  std::int64_t states = 1;
  std::vector<std::int64_t> splits; ///< at state 2^D + node: 2 axis + (1 where the upper half comes first)
  std::vector<std::int64_t> next;   ///< at state 2^D + digit: the state of that subcube

  [[nodiscard]] std::int64_t cells() const { return std::int64_t{1} << dimensions; }

  struct Step {
    std::vector<int> offset; ///< 0 or 1 per dimension
    std::int64_t state = 0;
  };
  /// The subcube of a number, and its state.
  [[nodiscard]] Step subcube(std::int64_t state, std::int64_t digit) const;
};

/// The machine of a curve in 1 to most_curve_dimensions dimensions.
CurveStates curve_states(Curve curve, std::size_t dimensions);

/// The number of a point of the cube [0, 2^levels)^D in the order of visits, as its digits, coarsest first.
std::vector<std::int64_t> curve_digits(const CurveStates& states, std::span<const std::int64_t> point, int levels);

/// The points of `domain` in the order of a curve. An affine domain becomes a CurveShape, whatever its own order was; a
/// self-similar set or substitution system of a scale 2^k has its cells put in order, and for Hilbert one tile per
/// state. Errors: input, for other shapes, other scales and more dimensions; the message says why.
Result<Domain> on_curve(Domain domain, Curve curve);

} // namespace mapwright::domain
