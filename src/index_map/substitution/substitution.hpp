// Substitution systems: weighted descent over the levels (proof kind substitution_induction).
//
// Lemma (descent). N[t][0] = 1 and N[t][l+1] = sum over children j of t of N[type_j][l] count the unit tiles below a
// tile of type t. With P[t][l][i] = sum_{j<i} N[type_j][l], the unit tile number w of a tile (t, l+1) lies in child i
// exactly when P[t][l][i] <= w < P[t][l][i] + N[type_i][l], and is number w - P[t][l][i] there. By induction on l the
// descent from the start tile is one-to-one, because children of one tile occupy distinct cells.
// When all tiles have k = 2^q children, N = k^l and the child numbers are the base-k digits of w.
#pragma once

#include "core/error.hpp"
#include "index_map/agree.hpp"
#include "index_map/derived.hpp"

#include <cstdint>
#include <vector>

namespace mapwright::index_map {

/// The data a substitution map is assembled from.
struct SubstitutionPlan {
  /// "weighted" (any system: table of prefix sums) or "bit-fields" (all tiles have 2^q children and scale is 2^m:
  /// a transducer that reads several digits per step)
  std::string form = "weighted";
  domain::SubstitutionShape shape;
  std::size_t dimensions = 0;
  int largest_level = 0;             ///< the functions serve levels 0 .. largest_level
  int group = 1;                     ///< digits per step of unrank; 1 unless bit-fields
  int inverse_group = 1;             ///< digits per step of rank; 1 unless every tile is full
  std::vector<std::int64_t> counts;  ///< weighted: N[t][l] at l T + t
  std::vector<std::int64_t> prefix;  ///< weighted: P[t][l][i] at (l T + t) M + i; the total from the last child on
  std::vector<std::int64_t> forward; ///< at t E + v: type after the digits v, then their offset, packed; 0: no child
  std::vector<std::int64_t> inverse; ///< at t B + box position: digits, then type after them, packed; -1: empty

  [[nodiscard]] std::int64_t types() const { return static_cast<std::int64_t>(shape.tiles.size()); }
  /// M: the most children a tile has, at least 1.
  [[nodiscard]] std::int64_t arity() const;
  /// E: forward entries per type, M or k^g.
  [[nodiscard]] std::int64_t entries() const;
  /// B: inverse entries per type, s^(D h).
  [[nodiscard]] std::int64_t box() const;
  /// Bits of one coordinate in a forward entry, those of s^g - 1.
  [[nodiscard]] int field_bits() const;
  /// Bits of a type, those of T - 1.
  [[nodiscard]] int type_bits() const;
};

nlohmann::json to_json(const SubstitutionPlan& plan);
Result<SubstitutionPlan> substitution_plan_of(const nlohmann::json& proof);

/// base^exponent, or `limit` + 1 when it is more.
std::int64_t capped(std::int64_t base, std::int64_t exponent, std::int64_t limit);

Assembled assemble_substitution(const SubstitutionPlan& plan, const domain::Domain& domain);

/// A map of a SubstitutionShape. Forms: "auto", "weighted" (levels whose counts fit 61 bits), "weighted-narrow" (31
/// bits, so that a 32-bit variant can hold the tables), "bit-fields". A fixed level (options.parameters[0]) makes the
/// tables end there.
Result<Derived> derive_substitution(const domain::Domain& domain, const DeriveOptions& options);

/// Checks a proof of derive_substitution: recurrence, prefix sums, every table entry by the definition, functions by
/// assembling them again, all indices of small levels by expanding the system.
CheckReport check_substitution(const nlohmann::json& proof, const domain::Map& map);

} // namespace mapwright::index_map
