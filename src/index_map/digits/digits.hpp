// Self-similar sets: the digits of the index, in base k, choose the cells (proof kind digit_bijection).
//
// Lemma (digit bijection). Let cells c_0 .. c_{k-1} be distinct offsets in [0, s-1]^D. Then
//     w = sum_i digit_i k^i  ->  sum_i c[digit_i] s^i,   0 <= i < level, 0 <= digit_i < k
// is one-to-one from [0, k^level): digits of w in base k and of coordinates in base s are unique, and c is injective.
#pragma once

#include "core/error.hpp"
#include "index_map/agree.hpp"
#include "index_map/derived.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace mapwright::index_map {

/// The data a digit map is assembled from. Everything but scale, cells and the choices (group, inverse_group, packed,
/// level) can be recomputed from them; the checker does so.
struct DigitPlan {
  /// "single-cell" (k = 1, closed forms) or "digits" (tables of one or more digits per step)
  std::string form = "digits";
  int scale = 2;
  std::vector<std::vector<int>> cells;
  int group = 1;                  ///< g: digits of the index one step of unrank consumes
  int inverse_group = 1;          ///< h <= g: digits of the coordinates one step of rank consumes
  bool packed = true;             ///< all coordinates of a forward entry in one word; otherwise a table per dimension
  std::optional<expr::Int> level; ///< set: the functions serve this level alone, unrolled
  std::vector<std::vector<std::int64_t>> forward; ///< entry v < k^g: the offset of digits v, packed or per dimension
  std::vector<std::vector<std::int64_t>> leading; ///< entry r <= g: what g - r leading zero digits add to such an entry
  std::vector<std::int64_t> inverse;              ///< entry of box position < s^(D h): its digits, -1 where empty
  std::vector<std::int64_t> inverse_leading;      ///< entry r <= h: the box position of h - r leading zero digits
  std::vector<std::int64_t> powers;               ///< entry r <= h: k^r

  [[nodiscard]] std::size_t dimensions() const { return cells.empty() ? 0 : cells.front().size(); }
  [[nodiscard]] expr::Int kept() const { return static_cast<expr::Int>(cells.size()); }
  [[nodiscard]] bool first_at_origin() const;
  /// Bits per coordinate in a packed entry: those of s^g - 1.
  [[nodiscard]] int field_bits() const;
};

nlohmann::json to_json(const DigitPlan& plan);
/// Reads a proof; an input error when something is missing, of the wrong type or out of all bounds.
Result<DigitPlan> digit_plan_of(const nlohmann::json& proof);

/// The five functions and the tables, from the data of the plan alone (assemble.cpp states the arithmetic).
Assembled assemble_digits(const DigitPlan& plan, const domain::Domain& domain);

/// The part of assemble_digits for masks of one cell.
Assembled assemble_single_cell(const DigitPlan& plan, const domain::Domain& domain);

/// A map of a FractalShape. Forms: "auto", "digit-loop", "packed-tables", "split-tables", "single-cell".
/// A fixed level (options.parameters[0]) gives an unrolled map of that level only.
Result<Derived> derive_digits(const domain::Domain& domain, const DeriveOptions& options);

/// Checks a proof of derive_digits against the map: every entry by the definition, the functions by assembling them
/// again, all indices of small levels and marked indices of large ones by the recursive definition.
CheckReport check_digits(const nlohmann::json& proof, const domain::Map& map);

} // namespace mapwright::index_map
