// Ordered pairs of points: the inner points are listed once.
#include "domain/scan_source.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::domain {

namespace {

class PairsSource : public RunSource {
public:
  /// `points` lists the inner points in order, coordinate by coordinate.
  PairsSource(std::vector<std::int64_t> points, std::size_t dimensions, const Opening& opening)
      : points_(std::move(points)), dimensions_(dimensions), low_(opening.first_low), high_(opening.first_high),
        point_(2 * dimensions) {}

  bool next(Run& run) override {
    while (p_ * dimensions_ < points_.size() &&
           (points_[p_ * dimensions_] < low_ || points_[p_ * dimensions_] > high_)) {
      ++p_;
    }
    if (p_ * dimensions_ >= points_.size()) {
      return false;
    }
    std::copy_n(points_.begin() + static_cast<std::ptrdiff_t>(p_ * dimensions_), dimensions_, point_.begin());
    std::copy_n(points_.begin() + static_cast<std::ptrdiff_t>(q_ * dimensions_), dimensions_,
                point_.begin() + static_cast<std::ptrdiff_t>(dimensions_));
    run.prefix = std::span<const std::int64_t>(point_.data(), point_.size() - 1);
    run.first = run.last = point_.back();
    if (q_ == p_) {
      q_ = 0;
      ++p_;
    } else {
      ++q_;
    }
    return true;
  }

private:
  std::vector<std::int64_t> points_;
  std::size_t dimensions_;
  std::int64_t low_;
  std::int64_t high_;
  std::size_t p_ = 0;
  std::size_t q_ = 0;
  std::vector<std::int64_t> point_;
};

class PreparedPairs : public PreparedShape {
public:
  PreparedPairs(std::shared_ptr<const PreparedShape> inner, std::size_t dimensions)
      : inner_(std::move(inner)), dimensions_(dimensions) {}

  Result<bool> contains(const Opening& opening, std::span<const Int> point) const override {
    const auto p = point.first(dimensions_);
    const auto q = point.last(dimensions_);
    const auto has_p = inner_->contains(inner_opening(opening), p);
    const auto has_q = has_p ? inner_->contains(inner_opening(opening), q) : has_p;
    if (!has_q) {
      return has_q;
    }
    if (!*has_p || !*has_q) {
      return false;
    }
    // The order of the inner domain decides; it is found by a walk to whichever comes first.
    auto source = inner_->open(inner_opening(opening));
    if (!source) {
      return forward(source);
    }
    Run run;
    while ((*source)->next(run)) {
      const bool q_here = within(run, q);
      const bool p_here = within(run, p);
      if (q_here) {
        return !p_here || p.back() >= q.back();
      }
      if (p_here) {
        return false;
      }
    }
    return tl::unexpected<Error>((*source)->error().value_or(beyond_range("a coordinate")));
  }

  Result<std::unique_ptr<RunSource>> open(const Opening& opening) const override {
    constexpr std::size_t most_points = std::size_t{1} << 26;
    auto source = inner_->open(inner_opening(opening));
    if (!source) {
      return forward(source);
    }
    std::vector<std::int64_t> points;
    Run run;
    while ((*source)->next(run)) {
      if (static_cast<std::uint64_t>(run.last - run.first) > most_points || points.size() > most_points * dimensions_) {
        return fail(ErrorKind::input, fmt::format("pairs of more than {} points", most_points), "use smaller sizes");
      }
      for (std::int64_t x = run.first; x <= run.last; ++x) {
        points.insert(points.end(), run.prefix.begin(), run.prefix.end());
        points.push_back(x);
      }
    }
    if ((*source)->error()) {
      return tl::unexpected<Error>(*(*source)->error());
    }
    return std::make_unique<PairsSource>(std::move(points), dimensions_, opening);
  }

  Result<std::optional<Int>> known_count(const Opening& opening, Int budget) const override {
    if (opening.first_low != std::numeric_limits<std::int64_t>::min() ||
        opening.first_high != std::numeric_limits<std::int64_t>::max()) {
      return std::optional<Int>{};
    }
    auto source = inner_->open(inner_opening(opening));
    if (!source) {
      return forward(source);
    }
    Int count = 0;
    Run run;
    while (count <= budget && (*source)->next(run)) {
      count += static_cast<Int>(run.last) - run.first + 1;
    }
    if ((*source)->error()) {
      return tl::unexpected<Error>(*(*source)->error());
    }
    return std::optional<Int>(count > budget ? count : count * (count + 1) / 2);
  }

private:
  /// The inner points are all needed, whatever the range of the first coordinate.
  static Opening inner_opening(Opening opening) {
    opening.first_low = std::numeric_limits<std::int64_t>::min();
    opening.first_high = std::numeric_limits<std::int64_t>::max();
    return opening;
  }

  static bool within(const Run& run, std::span<const Int> point) {
    return point.back() >= run.first && point.back() <= run.last &&
           std::equal(run.prefix.begin(), run.prefix.end(), point.begin());
  }

  std::shared_ptr<const PreparedShape> inner_;
  std::size_t dimensions_;
};

} // namespace

Prepared prepare_pairs(const PairsShape& shape) {
  auto inner = prepare(*shape.inner);
  if (!inner) {
    return inner;
  }
  return std::make_shared<PreparedPairs>(std::move(*inner), shape.inner->dimensions.size());
}

} // namespace mapwright::domain
