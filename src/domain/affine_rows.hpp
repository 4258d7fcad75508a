// A parametric affine set as integer rows, read once from isl: what the reference evaluates.
#pragma once

#include "core/error.hpp"
#include "domain/isl_handle.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mapwright::domain {

/// Limits of what an affine set may contain; beyond them parse_domain answers with an error.
inline constexpr int most_dimensions = 6;
inline constexpr int most_parameters = 8;
inline constexpr std::int64_t most_coefficient = (std::int64_t{1} << 31) - 1; ///< in absolute value
inline constexpr std::int64_t most_constant = std::int64_t{1} << 62;          ///< of a row, in absolute value
inline constexpr int most_pieces = 1024;                                      ///< basic sets of one union
inline constexpr int most_divisions = 32;                                     ///< floor divisions of one basic set
/// Sizes and coordinates the reference accepts, in absolute value. With it no row of an accepted set leaves Int.
inline constexpr std::int64_t most_coordinate = std::int64_t{1} << 62;

/// constant + sum of coefficients times parameters, dimensions and divisions.
struct AffineRow {
  std::int64_t constant = 0;
  std::vector<std::int64_t> parameters;
  std::vector<std::int64_t> dimensions;
  std::vector<std::int64_t> divisions;
};

/// floor(numerator / denominator); the numerator reads only divisions listed before this one.
struct AffineDivision {
  AffineRow numerator;
  std::int64_t denominator = 1;
};

/// The points at which every equality is 0 and every inequality is >= 0.
struct AffinePiece {
  std::vector<AffineDivision> divisions;
  std::vector<AffineRow> equalities;
  std::vector<AffineRow> inequalities;
  /// Implied inequalities without divisions: they bound the last dimension where the others do so only through one.
  std::vector<AffineRow> hull;
};

/// levels[k] is the exact projection onto the first k + 1 dimensions, a union of pieces that may overlap.
struct AffineRows {
  std::size_t parameters = 0;
  std::vector<std::vector<AffinePiece>> levels;
};

/// The rows of `set` (without tuple name, with at least one dimension). Errors: limits exceeded, operations exhausted.
Result<AffineRows> extract_rows(const IslContext& context, const IslSet& set);

/// The rows of a set given as text; the operations of isl are limited.
Result<AffineRows> extract_rows(const std::string& set);

} // namespace mapwright::domain
