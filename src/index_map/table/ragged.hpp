// Rows of lengths known at run time: search of the row, then the inner map (proof kind composition).
//
// Lemma (rows). Let n_b = offsets[b+1] - offsets[b] >= 0, C(n) the number of points of the inner domain of size n, and
// S_b = C(n_0) + ... + C(n_(b-1)). Point w lies in the greatest row b with S_b <= w (it is not empty, since
// S_(b+1) > w) and is point w - S_b of the inner domain of size n_b. When C(n) = n, S_b = offsets[b] - offsets[0] and
// no table of its own is needed; otherwise S is the run-time table `row_starts`.
#pragma once

#include "index_map/agree.hpp"
#include "index_map/inner_map.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace mapwright::index_map {

/// What is known of the rows beforehand.
struct RaggedOptions {
  std::int64_t largest_row = (std::int64_t{1} << 31) - 1;   ///< no row is longer; smaller bounds allow shorter words
  std::int64_t largest_total = (std::int64_t{1} << 62) - 1; ///< no more points in all rows together
  std::optional<std::vector<std::int64_t>> row_lengths{};   ///< the rows, when they are fixed: constant tables
};

/// The data a ragged map is assembled from, beside the inner map.
struct RaggedPlan {
  bool direct = false; ///< C(n) = n: offsets serve as starts
  std::int64_t largest_row = 0;
  std::int64_t largest_total = 0;
  bool fixed = false;                ///< row lengths are known
  std::vector<std::int64_t> offsets; ///< fixed rows: running sums of their lengths
  std::vector<std::int64_t> starts;  ///< fixed rows, unless direct: S_0 .. S_batch
};

Assembled assemble_ragged(const RaggedPlan& plan, const domain::Map& inner, const domain::Domain& domain);

/// A map of a RaggedShape from the derived map of its inner domain. Refuses inner maps with loops over their size (the
/// trip count would differ between threads) or with run-time tables of their own.
Result<Derived> derive_ragged(const domain::Domain& domain, const DeriveOptions& options,
                              const DeriveInner& derive_inner, const RaggedOptions& ragged = {});

/// The tables of a ragged map for a batch; `supplied` holds the offsets. Errors: offsets missing, decreasing, too few,
/// or beyond the bounds of the map.
Result<std::vector<expr::Table>> build_ragged_tables(const Derived& derived, std::span<const expr::Int> parameters,
                                                     std::span<const expr::Table> supplied);

/// Checks a proof of derive_ragged: the inner proof through `check_inner`, starts of fixed rows, functions by
/// assembling them again, all indices of all batches of at most three rows of lengths 0 to 4.
CheckReport check_ragged(const nlohmann::json& proof, const domain::Map& map, const CheckInner& check_inner);

} // namespace mapwright::index_map
