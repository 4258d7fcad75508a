// Affine sets: at each prefix, the interval of the next coordinate follows from the rows of its level.
#include "domain/affine_rows.hpp"
#include "domain/compiled.hpp"
#include "domain/scan_source.hpp"

#include <algorithm>

namespace mapwright::domain {

namespace {

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

BoundRow bind(const AffineRow& row, std::span<const Int> parameters) {
  BoundRow bound{row.constant, row.dimensions, row.divisions};
  for (std::size_t i = 0; i < row.parameters.size(); ++i) {
    bound.constant += row.parameters[i] * parameters[i];
  }
  return bound;
}

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

struct Interval {
  std::int64_t low = 0;
  std::int64_t high = -1;
};

/// Finds the values the last dimension of a level takes behind a prefix.
class Level {
public:
  Level(const std::vector<AffinePiece>& pieces, std::span<const Int> parameters) {
    for (const AffinePiece& piece : pieces) {
      pieces_.push_back(bind(piece, parameters));
    }
  }

  /// Sets `out` to the disjoint intervals in rising order. `values` holds the prefix and one more entry to work in.
  /// False: a value lies beyond the range, or the steps are used up.
  bool intervals(std::span<std::int64_t> values, std::vector<Interval>& out, std::uint64_t& steps) {
    out.clear();
    for (const BoundPiece& piece : pieces_) {
      if (!add(piece, values, out, steps)) {
        return false;
      }
    }
    merge(out);
    return true;
  }

private:
  bool add(const BoundPiece& piece, std::span<std::int64_t> values, std::vector<Interval>& out, std::uint64_t& steps) {
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

  bool test_each(const BoundPiece& piece, const Interval& range, std::span<std::int64_t> values,
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
  [[nodiscard]] Int value_below(const BoundRow& row, std::span<const std::int64_t> values, std::size_t i) const {
    Int sum = row.constant;
    for (std::size_t d = 0; d < row.dimensions.size(); ++d) {
      sum += static_cast<Int>(row.dimensions[d]) * values[d];
    }
    for (std::size_t d = 0; d < i && d < row.divisions.size(); ++d) {
      sum += row.divisions[d] * quotients_[d];
    }
    return sum;
  }

  static void merge(std::vector<Interval>& intervals) {
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

  std::vector<BoundPiece> pieces_;
  std::vector<Int> quotients_;
};

/// Walks the levels depth first. The coordinates are those of the scan.
class AffineSource : public RunSource {
public:
  AffineSource(const AffineRows& rows, const Opening& opening)
      : steps_(opening.steps), low_(opening.first_low), high_(opening.first_high) {
    for (std::size_t k = 0; k < rows.levels.size(); ++k) {
      levels_.emplace_back(rows.levels[k], opening.parameters);
    }
    lists_.resize(levels_.size());
    at_.resize(levels_.size());
    values_.resize(levels_.size());
  }

  bool next(Run& run) override {
    const std::size_t last = levels_.size() - 1;
    if (!started_) {
      started_ = true;
      if (!enter(0)) {
        return false;
      }
    }
    for (;;) {
      if (depth_ == last && at_[last] < lists_[last].size()) {
        const Interval& interval = lists_[last][at_[last]++];
        run.prefix = std::span<const std::int64_t>(values_.data(), last);
        run.first = interval.low;
        run.last = interval.high;
        return true;
      }
      if (depth_ == last) {
        if (depth_ == 0) {
          return false;
        }
        --depth_;
        ++values_[depth_];
      }
      if (!descend()) {
        return false;
      }
    }
  }

private:
  /// From a level above the last with its next candidate value to the level below it; false at the end.
  bool descend() {
    for (;;) {
      std::vector<Interval>& list = lists_[depth_];
      std::size_t& at = at_[depth_];
      if (at < list.size() && values_[depth_] > list[at].high) {
        ++at;
        if (at < list.size()) {
          values_[depth_] = list[at].low;
        }
      }
      if (at < list.size()) {
        if (steps_ == 0) {
          return exhausted();
        }
        --steps_;
        return enter(depth_ + 1);
      }
      if (depth_ == 0) {
        return false;
      }
      --depth_;
      ++values_[depth_];
    }
  }

  bool enter(std::size_t level) {
    depth_ = level;
    at_[level] = 0;
    std::vector<Interval>& list = lists_[level];
    if (!levels_[level].intervals(std::span<std::int64_t>(values_.data(), level + 1), list, steps_)) {
      return exhausted();
    }
    if (level == 0) {
      for (Interval& interval : list) {
        interval.low = std::max(interval.low, low_);
        interval.high = std::min(interval.high, high_);
      }
      std::erase_if(list, [](const Interval& interval) { return interval.low > interval.high; });
    }
    if (!list.empty()) {
      values_[level] = list[0].low;
    }
    return true;
  }

  bool exhausted() {
    return stop(steps_ == 0 ? Error{ErrorKind::input, "the scan would exceed its budget of steps", std::nullopt,
                                    "use smaller sizes or a larger budget"}
                            : beyond_range("a coordinate"));
  }

  std::vector<Level> levels_;
  std::vector<std::vector<Interval>> lists_; ///< intervals of each level behind the current prefix
  std::vector<std::size_t> at_;              ///< the current interval of each level; of the last one, the next
  std::vector<std::int64_t> values_;         ///< the current coordinates
  std::size_t depth_ = 0;
  bool started_ = false;
  std::uint64_t steps_;
  std::int64_t low_;
  std::int64_t high_;
};

/// An order of its own: scan coordinates become points one by one.
class ReorderedSource : public RunSource {
public:
  ReorderedSource(const AffineRows& rows, const Opening& opening, const std::vector<CompiledExpression>& point)
      : inner_(rows, whole(opening)), point_(point), low_(opening.first_low), high_(opening.first_high),
        dimensions_(rows.levels.size()), out_(point.size()) {
    slots_.assign(dimensions_, 0);
    slots_.insert(slots_.end(), opening.parameters.begin(), opening.parameters.end());
  }

  bool next(Run& run) override {
    for (;;) {
      if (current_.first > current_.last) {
        if (!inner_.next(current_)) {
          return inner_.error() ? stop(*inner_.error()) : false;
        }
      }
      std::copy(current_.prefix.begin(), current_.prefix.end(), slots_.begin());
      slots_[dimensions_ - 1] = current_.first++;
      for (std::size_t d = 0; d < point_.size(); ++d) {
        const auto v = point_[d].evaluate(slots_);
        if (!v || *v > most_coordinate || *v < -most_coordinate) {
          return stop(beyond_range("a coordinate"));
        }
        out_[d] = static_cast<std::int64_t>(*v);
      }
      if (out_[0] >= low_ && out_[0] <= high_) {
        run.prefix = std::span<const std::int64_t>(out_.data(), out_.size() - 1);
        run.first = run.last = out_.back();
        return true;
      }
    }
  }

  /// Of an unrestricted scan whole runs are passed over without computing their points.
  std::uint64_t skip(std::uint64_t most) override {
    if (low_ > -most_coordinate || high_ < most_coordinate) {
      return RunSource::skip(most);
    }
    std::uint64_t skipped = 0;
    while (skipped < most) {
      if (current_.first > current_.last && !inner_.next(current_)) {
        if (inner_.error()) {
          stop(*inner_.error());
        }
        break;
      }
      const std::uint64_t count =
          std::min(static_cast<std::uint64_t>(current_.last - current_.first) + 1, most - skipped);
      current_.first += static_cast<std::int64_t>(count);
      skipped += count;
    }
    return skipped;
  }

private:
  /// The range restricts the first coordinate of the point, not of the scan.
  static Opening whole(Opening opening) {
    opening.first_low = std::numeric_limits<std::int64_t>::min();
    opening.first_high = std::numeric_limits<std::int64_t>::max();
    return opening;
  }

  AffineSource inner_;
  const std::vector<CompiledExpression>& point_;
  std::int64_t low_;
  std::int64_t high_;
  std::size_t dimensions_;
  std::vector<Int> slots_; ///< scan coordinates, then parameters
  std::vector<std::int64_t> out_;
  Run current_;
};

bool inside(const AffinePiece& piece, std::span<const Int> parameters, std::span<const std::int64_t> point) {
  std::vector<Int> quotients;
  for (const AffineDivision& division : piece.divisions) {
    quotients.push_back(
        expr::floor_div(bind(division.numerator, parameters).value(point, quotients), division.denominator));
  }
  return std::all_of(
             piece.equalities.begin(), piece.equalities.end(),
             [&](const AffineRow& row) { return bind(row, parameters).value(point, quotients) == 0; }) &&
         std::all_of(piece.inequalities.begin(), piece.inequalities.end(),
                     [&](const AffineRow& row) { return bind(row, parameters).value(point, quotients) >= 0; });
}

class PreparedAffine : public PreparedShape {
public:
  PreparedAffine(AffineRows rows, std::vector<CompiledExpression> point, std::vector<CompiledExpression> scan)
      : rows_(std::move(rows)), point_of_scan_(std::move(point)), scan_of_point_(std::move(scan)) {}

  Result<bool> contains(const Opening& opening, std::span<const Int> point) const override {
    std::vector<Int> scan(point.begin(), point.end());
    if (!scan_of_point_.empty()) {
      const auto there = apply(scan_of_point_, scan, opening.parameters);
      const auto back = there ? apply(point_of_scan_, *there, opening.parameters) : there;
      if (!back || *back != scan) {
        return back ? Result<bool>(false) : Result<bool>(forward(back));
      }
      scan = *there;
    }
    std::vector<std::int64_t> narrow;
    for (const Int v : scan) {
      if (v > most_coordinate || v < -most_coordinate) {
        return tl::unexpected<Error>(beyond_range("a coordinate"));
      }
      narrow.push_back(static_cast<std::int64_t>(v));
    }
    const std::vector<AffinePiece>& pieces = rows_.levels.back();
    return std::any_of(pieces.begin(), pieces.end(),
                       [&](const AffinePiece& piece) { return inside(piece, opening.parameters, narrow); });
  }

  Result<std::unique_ptr<RunSource>> open(const Opening& opening) const override {
    if (point_of_scan_.empty()) {
      return std::make_unique<AffineSource>(rows_, opening);
    }
    return std::make_unique<ReorderedSource>(rows_, opening, point_of_scan_);
  }

private:
  static Result<std::vector<Int>> apply(const std::vector<CompiledExpression>& expressions, std::vector<Int> slots,
                                        std::span<const Int> parameters) {
    slots.insert(slots.end(), parameters.begin(), parameters.end());
    std::vector<Int> values;
    for (const CompiledExpression& e : expressions) {
      const auto v = e.evaluate(slots);
      if (!v) {
        return fail(ErrorKind::input, "the order of the domain is not defined there: " + expr::describe(v.error()));
      }
      values.push_back(*v);
    }
    return values;
  }

  AffineRows rows_;
  std::vector<CompiledExpression> point_of_scan_; ///< of scan coordinates, then parameters
  std::vector<CompiledExpression> scan_of_point_; ///< of dimensions, then parameters
};

} // namespace

Prepared prepare_affine(const Domain& domain, const AffineShape& shape) {
  auto rows = extract_rows(shape.set);
  if (!rows) {
    return forward(rows);
  }
  if (rows->parameters != domain.parameters.size() || rows->levels.empty() ||
      shape.point_of_scan.size() != shape.scan_of_point.size() ||
      (shape.point_of_scan.empty() && rows->levels.size() != domain.dimensions.size())) {
    return fail(ErrorKind::input, "the parameters or dimensions of the domain are not those of its set");
  }
  std::vector<Symbol> scan_names = shape.scan;
  std::vector<Symbol> point_names;
  for (const std::string& name : domain.dimensions) {
    point_names.emplace_back(name);
  }
  scan_names.insert(scan_names.end(), domain.parameters.begin(), domain.parameters.end());
  point_names.insert(point_names.end(), domain.parameters.begin(), domain.parameters.end());
  std::vector<CompiledExpression> point;
  std::vector<CompiledExpression> scan;
  for (const Expr& e : shape.point_of_scan) {
    point.emplace_back(e, scan_names);
  }
  for (const Expr& e : shape.scan_of_point) {
    scan.emplace_back(e, point_names);
  }
  return std::make_shared<PreparedAffine>(std::move(*rows), std::move(point), std::move(scan));
}

} // namespace mapwright::domain
