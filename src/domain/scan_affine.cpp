// Affine sets: at each prefix, the interval of the next coordinate follows from the rows of its level.
#include "domain/affine_level.hpp"
#include "domain/affine_rows.hpp"
#include "domain/compiled.hpp"
#include "domain/scan_source.hpp"

#include <algorithm>

namespace mapwright::domain {

namespace {

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
  return std::all_of(piece.equalities.begin(), piece.equalities.end(),
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
      (shape.point_of_scan.empty() ? rows->levels.size() != domain.dimensions.size()
                                   : shape.point_of_scan.size() != domain.dimensions.size() ||
                                         shape.scan_of_point.size() != rows->levels.size())) {
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
