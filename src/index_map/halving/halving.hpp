// The triangle by squares (HalvingShape): the highest bit in which row and column differ (proof kind digit_bijection).
//
// With a = i + 1 and b = j the triangle 0 <= j <= i < 2^level - 1 is 0 <= b < a < 2^level. Square m of side 2^h has
//     a = 2^(h+1) m + 2^h + r,   b = 2^(h+1) m + c,      0 <= m < 2^(level-1-h), 0 <= r < 2^h, 0 <= c < 2^h.
//
// Lemma (halving). For every level >= 1 each (a, b) of the triangle is in exactly one square, and the squares in order
// of h, then r, then m, then c have the indices
//     w = 2^(level-1) y + x,   y = 2^h - 1 + r,   x = 2^h m + c.
// Proof. a and b differ; let h be the highest bit in which they do. The bits above agree and spell m; a > b, so bit h
// is 1 in a and 0 in b; the bits below are r in a and c in b. Conversely m, r, c give bits of which h is the highest
// different one. So h, m, r, c are unique. Index: each r of a side has 2^(level-1-h) squares of 2^h columns, that is
// 2^(level-1) points, so those of sides below 2^h number 2^(level-1) (1 + 2 + .. + 2^(h-1)) = 2^(level-1) (2^h - 1),
// and x numbers the points of one r by m, then c.
//
// Reading it both ways, with q = 2^h m:
//     unrank: h = floor(log2(y + 1)), as 2^h <= y + 1 < 2^(h+1);  q = x without its low h bits;
//             i = a - 1 = y + 2q,   j = b = x + q;
//     rank:   h = floor(log2(a xor b));  y + 1 = a mod 2^(h+1);  q = b without its low h + 1 bits, halved;  x = b - q.
#pragma once

#include "core/error.hpp"
#include "index_map/agree.hpp"
#include "index_map/derived.hpp"

#include <string>

namespace mapwright::index_map {

/// What a map of the triangle by squares is assembled from.
struct HalvingPlan {
  /// How low bits are dropped: "shifts" (to the right and back) or "masks" (their value subtracted).
  std::string form = "shifts";
};

nlohmann::json to_json(const HalvingPlan& plan);
/// Reads a proof; an input error when something is missing or unknown.
Result<HalvingPlan> halving_plan_of(const nlohmann::json& proof);

/// The five functions, from the data of the plan alone.
Assembled assemble_halving(const HalvingPlan& plan, const domain::Domain& domain);

/// A map of a HalvingShape. Forms: "auto", "shifts", "masks".
Result<Derived> derive_halving(const domain::Domain& domain, const DeriveOptions& options);

/// Checks a proof of derive_halving against the map: the functions by assembling them again; their values on every
/// square of every level up to most_proved_level, with m, r and c left open (fields.hpp); all indices of small levels
/// against the ordered scan of the domain.
CheckReport check_halving(const nlohmann::json& proof, const domain::Map& map);

/// Indices of greater levels do not fit 63 bits, so no word range reaches them.
inline constexpr int most_proved_level = 32;

} // namespace mapwright::index_map
