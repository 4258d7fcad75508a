// Ordered pairs p >= q of points of an inner domain, by rank: the nested triangle (proof kind composition).
//
// Lemma (triangle). With P inner points, w = i(i+1)/2 + j, 0 <= j <= i < P, is one-to-one onto [0, P(P+1)/2); i is the
// greatest x in [0, P-1] with x(x+1) <= 2w. The pair is (unrank(i), unrank(j)).
//
// Lemma (root steps). Let i be that answer for w < P(P+1)/2, d = 2^-20 (or 2^-48), and r an integer with
// |r - sqrt(2w)| < 1 + r d. From i(i+1) <= 2w < (i+1)(i+2):
//   sqrt(2w) < i + 3/2,                              so r (1 - d) < i + 5/2,  r <= i + 2 while r d <= 1/2;
//   sqrt(2w) >= sqrt(i(i+1)) >= i + 0.414 for i >= 1, so r (1 + d) > i - 0.586, r >= i while r d <= 0.4.
// For i = 0 the clamp to low = 0 gives r >= i. Both hold for r <= 0.4/d: r <= 419430, enough for 2w < 2^31, and
// r <= 2^46, enough for 2w < 2^63. Hence two steps down and none up suffice.
#pragma once

#include "core/error.hpp"
#include "index_map/agree.hpp"
#include "index_map/inner_map.hpp"

namespace mapwright::index_map {

/// The correction steps of the root, as a proof states them.
struct PairsPlan {
  int down = 2;
  int up = 0;
};

Assembled assemble_pairs(const domain::Map& inner, const domain::Domain& domain, const PairsPlan& plan = {});

/// A map of a PairsShape from the derived map of its inner domain.
Result<Derived> derive_pairs(const domain::Domain& domain, const DeriveOptions& options,
                             const DeriveInner& derive_inner);

/// Checks a proof of derive_pairs: the inner proof through `check_inner`, the root steps for all 31-bit radicands,
/// functions by assembling them again, all pairs of small inner sizes.
CheckReport check_pairs(const nlohmann::json& proof, const domain::Map& map, const CheckInner& check_inner);

} // namespace mapwright::index_map
