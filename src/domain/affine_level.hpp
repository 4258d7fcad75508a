// One level of an affine scan: the values a coordinate takes behind a prefix, from rows at fixed parameters.
#pragma once

#include "domain/affine_rows.hpp"
#include "domain/domain.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace mapwright::domain {

/// A row at fixed parameters: constant + dimensions + divisions.
struct BoundRow {
  Int constant = 0;
  std::vector<std::int64_t> dimensions;
  std::vector<std::int64_t> divisions;

  /// The value; dimensions beyond `values` and divisions beyond `quotients` count as 0. No overflow: affine_rows.hpp.
  [[nodiscard]] Int value(std::span<const std::int64_t> values, const std::vector<Int>& quotients) const {
    Int sum = constant;
    const std::size_t known = std::min(values.size(), dimensions.size());
    for (std::size_t i = 0; i < known; ++i) {
      sum += static_cast<Int>(dimensions[i]) * values[i];
    }
    const std::size_t divided = std::min(divisions.size(), quotients.size());
    for (std::size_t i = 0; i < divided; ++i) {
      sum += divisions[i] * quotients[i];
    }
    return sum;
  }
};

struct BoundDivision {
  BoundRow numerator;
  std::int64_t denominator = 1;
  bool reads_last = false; ///< depends on the last dimension, perhaps through another division
};

/// One piece at fixed parameters, its rows sorted by how they restrict the last dimension x.
struct BoundPiece {
  std::vector<BoundDivision> divisions;
  std::vector<std::pair<BoundRow, bool>> prefix; ///< do not read x; the flag: equality
  std::vector<std::pair<BoundRow, bool>> linear; ///< read x outside divisions only
  std::vector<std::pair<BoundRow, bool>> mixed;  ///< read x inside a division: tested value by value
  std::int64_t period = 1;                       ///< values of x that satisfy `mixed` differ by multiples of it
};

/// The row at these values of the parameters.
BoundRow bind(const AffineRow& row, std::span<const Int> parameters);

/// low, low + 1, ..., high.
struct Interval {
  std::int64_t low = 0;
  std::int64_t high = -1;
};

/// Finds the values the last dimension of a level takes behind a prefix.
class Level {
public:
  Level(const std::vector<AffinePiece>& pieces, std::span<const Int> parameters);

  /// Sets `out` to the disjoint intervals in rising order. `values` holds the prefix and one more entry to work in.
  /// False: a value lies beyond the range, or the steps are used up.
  bool intervals(std::span<std::int64_t> values, std::vector<Interval>& out, std::uint64_t& steps);

private:
  bool add(const BoundPiece& piece, std::span<std::int64_t> values, std::vector<Interval>& out, std::uint64_t& steps);
  bool test_each(const BoundPiece& piece, const Interval& range, std::span<std::int64_t> values,
                 std::vector<Interval>& out, std::uint64_t& steps);
  [[nodiscard]] Int value_below(const BoundRow& row, std::span<const std::int64_t> values, std::size_t i) const;

  std::vector<BoundPiece> pieces_;
  std::vector<Int> quotients_;
};

} // namespace mapwright::domain
