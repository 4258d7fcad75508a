#include "domain/affine_level.hpp"

#include <cstddef>

namespace mapwright::domain {

BoundRow bind(const AffineRow& row, std::span<const Int> parameters) {
  BoundRow bound{row.constant, row.dimensions, row.divisions};
  for (std::size_t i = 0; i < row.parameters.size(); ++i) {
    bound.constant += row.parameters[i] * parameters[i];
  }
  return bound;
}

namespace {

bool reads_last(const BoundRow& row, const std::vector<BoundDivision>& divisions) {
  for (std::size_t i = 0; i < row.divisions.size(); ++i) {
    if (row.divisions[i] != 0 && divisions[i].reads_last) {
      return true;
    }
  }
  return false;
}

/// c*x + k*e + (something fixed by the prefix) = 0 with one integer e: x moves in steps of |k|/gcd(c, k).
std::int64_t period_of(const BoundRow& row, const std::vector<BoundDivision>& divisions) {
  std::int64_t k = 0;
  for (std::size_t i = 0; i < row.divisions.size(); ++i) {
    if (row.divisions[i] != 0 && divisions[i].reads_last) {
      if (k != 0) {
        return 1;
      }
      k = row.divisions[i] < 0 ? -row.divisions[i] : row.divisions[i];
    }
  }
  return k == 0 ? 1 : k / static_cast<std::int64_t>(expr::gcd(row.dimensions.back(), k));
}

BoundPiece bind(const AffinePiece& piece, std::span<const Int> parameters) {
  BoundPiece bound;
  for (const AffineDivision& division : piece.divisions) {
    BoundDivision made{bind(division.numerator, parameters), division.denominator, false};
    made.reads_last = made.numerator.dimensions.back() != 0 || reads_last(made.numerator, bound.divisions);
    bound.divisions.push_back(std::move(made));
  }
  const auto sort_in = [&](const AffineRow& row, bool equality) {
    BoundRow made = bind(row, parameters);
    if (reads_last(made, bound.divisions)) {
      if (equality) {
        bound.period = std::max(bound.period, period_of(made, bound.divisions));
      }
      bound.mixed.emplace_back(std::move(made), equality);
    } else if (made.dimensions.back() != 0) {
      bound.linear.emplace_back(std::move(made), equality);
    } else {
      bound.prefix.emplace_back(std::move(made), equality);
    }
  };
  for (const AffineRow& row : piece.equalities) {
    sort_in(row, true);
  }
  for (const AffineRow& row : piece.inequalities) {
    sort_in(row, false);
  }
  if (!bound.mixed.empty()) {
    for (const AffineRow& row : piece.hull) {
      sort_in(row, false);
    }
  }
  return bound;
}

bool holds(const std::pair<BoundRow, bool>& row, std::span<const std::int64_t> values,
           const std::vector<Int>& quotients) {
  const Int v = row.first.value(values, quotients);
  return row.second ? v == 0 : v >= 0;
}

/// Sorts, and joins intervals that overlap or touch.
void merge(std::vector<Interval>& intervals) {
  if (intervals.size() < 2) {
    return;
  }
  std::sort(intervals.begin(), intervals.end(), [](const Interval& a, const Interval& b) { return a.low < b.low; });
  std::size_t kept = 0;
  for (std::size_t i = 1; i < intervals.size(); ++i) {
    if (intervals[i].low <= intervals[kept].high + 1) {
      intervals[kept].high = std::max(intervals[kept].high, intervals[i].high);
    } else {
      intervals[++kept] = intervals[i];
    }
  }
  intervals.resize(kept + 1);
}

} // namespace

Level::Level(const std::vector<AffinePiece>& pieces, std::span<const Int> parameters) {
  for (const AffinePiece& piece : pieces) {
    pieces_.push_back(bind(piece, parameters));
  }
}

bool Level::intervals(std::span<std::int64_t> values, std::vector<Interval>& out, std::uint64_t& steps) {
  out.clear();
  for (const BoundPiece& piece : pieces_) {
    if (!add(piece, values, out, steps)) {
      return false;
    }
  }
  merge(out);
  return true;
}

bool Level::add(const BoundPiece& piece, std::span<std::int64_t> values, std::vector<Interval>& out,
                std::uint64_t& steps) {
  const auto prefix = values.first(values.size() - 1);
  quotients_.clear();
  for (const BoundDivision& division : piece.divisions) {
    // A quotient that reads x is not used before it is computed again at each x.
    quotients_.push_back(expr::floor_div(division.numerator.value(prefix, quotients_), division.denominator));
  }
  for (const auto& row : piece.prefix) {
    if (!holds(row, prefix, quotients_)) {
      return true;
    }
  }
  Int low = -static_cast<Int>(most_coordinate) - 1;
  Int high = static_cast<Int>(most_coordinate) + 1;
  for (const auto& [row, equality] : piece.linear) {
    const Int c = row.dimensions.back();
    const Int v = row.value(prefix, quotients_); // c*x + v >= 0
    if (c > 0 || equality) {
      low = std::max(low, c > 0 ? expr::ceil_div(-v, c) : expr::ceil_div(v, -c));
    }
    if (c < 0 || equality) {
      high = std::min(high, c < 0 ? expr::floor_div(v, -c) : expr::floor_div(-v, c));
    }
  }
  if (low > high) {
    return true;
  }
  if (low < -most_coordinate || high > most_coordinate) {
    return false;
  }
  const Interval range{static_cast<std::int64_t>(low), static_cast<std::int64_t>(high)};
  if (piece.mixed.empty()) {
    out.push_back(range);
    return true;
  }
  return test_each(piece, range, values, out, steps);
}

bool Level::test_each(const BoundPiece& piece, const Interval& range, std::span<std::int64_t> values,
                      std::vector<Interval>& out, std::uint64_t& steps) {
  std::int64_t step = 1;
  for (std::int64_t x = range.low; x <= range.high; x += step) {
    if (steps == 0) {
      return false;
    }
    --steps;
    values.back() = x;
    for (std::size_t i = 0; i < piece.divisions.size(); ++i) {
      if (piece.divisions[i].reads_last) {
        const BoundDivision& division = piece.divisions[i];
        quotients_[i] = expr::floor_div(value_below(division.numerator, values, i), division.denominator);
      }
    }
    const bool inside = std::all_of(piece.mixed.begin(), piece.mixed.end(),
                                    [&](const auto& row) { return holds(row, values, quotients_); });
    if (!inside) {
      continue;
    }
    step = piece.period;
    if (!out.empty() && out.back().high + 1 == x) {
      out.back().high = x;
    } else {
      out.push_back({x, x});
    }
  }
  return true;
}

/// The numerator of division i: it reads only earlier divisions.
Int Level::value_below(const BoundRow& row, std::span<const std::int64_t> values, std::size_t i) const {
  Int sum = row.constant;
  for (std::size_t d = 0; d < row.dimensions.size(); ++d) {
    sum += static_cast<Int>(row.dimensions[d]) * values[d];
  }
  for (std::size_t d = 0; d < i && d < row.divisions.size(); ++d) {
    sum += row.divisions[d] * quotients_[d];
  }
  return sum;
}

} // namespace mapwright::domain
