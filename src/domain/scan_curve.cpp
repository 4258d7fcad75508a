// Points in the order of a curve: all of them are listed once, each with its key, and sorted.
#include "domain/curve.hpp"
#include "domain/scan_source.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace mapwright::domain {

namespace {

class CurveSource : public RunSource {
public:
  /// `points` lists the coordinates of the points, in order.
  CurveSource(std::vector<std::int64_t> points, std::size_t dimensions)
      : points_(std::move(points)), dimensions_(dimensions) {}

  bool next(Run& run) override {
    if (at_ == points_.size()) {
      return false;
    }
    run.prefix = std::span<const std::int64_t>(points_.data() + at_, dimensions_ - 1);
    run.first = run.last = points_[at_ + dimensions_ - 1];
    at_ += dimensions_;
    return true;
  }

private:
  std::vector<std::int64_t> points_;
  std::size_t dimensions_;
  std::size_t at_ = 0;
};

class PreparedCurve : public PreparedShape {
public:
  PreparedCurve(std::shared_ptr<const PreparedShape> inner, CurveStates states)
      : inner_(std::move(inner)), states_(std::move(states)) {}

  Result<bool> contains(const Opening& opening, std::span<const Int> point) const override {
    return inner_->contains(opening, point);
  }

  Result<std::unique_ptr<RunSource>> open(const Opening& opening) const override {
    Opening all = opening; // the cube is that of all points
    all.first_low = std::numeric_limits<std::int64_t>::min();
    all.first_high = std::numeric_limits<std::int64_t>::max();
    auto points = list(all);
    if (!points) {
      return forward(points);
    }
    const std::vector<std::size_t> order = by_key(*points);
    std::vector<std::int64_t> sorted;
    const std::size_t dimensions = states_.dimensions;
    for (const std::size_t p : order) {
      const std::int64_t* point = points->data() + p * dimensions;
      if (point[0] >= opening.first_low && point[0] <= opening.first_high) {
        sorted.insert(sorted.end(), point, point + dimensions);
      }
    }
    return std::make_unique<CurveSource>(std::move(sorted), dimensions);
  }

private:
  [[nodiscard]] Result<std::vector<std::int64_t>> list(const Opening& opening) const {
    constexpr std::size_t most_points = std::size_t{1} << 26;
    auto source = inner_->open(opening);
    if (!source) {
      return forward(source);
    }
    std::vector<std::int64_t> points;
    Run run;
    while ((*source)->next(run)) {
      if (static_cast<std::uint64_t>(run.last - run.first) > most_points ||
          points.size() > most_points * states_.dimensions) {
        return fail(ErrorKind::input, fmt::format("more than {} points to sort along a curve", most_points),
                    "use smaller sizes");
      }
      for (std::int64_t x = run.first; x <= run.last; ++x) {
        points.insert(points.end(), run.prefix.begin(), run.prefix.end());
        points.push_back(x);
      }
    }
    if ((*source)->error()) {
      return tl::unexpected<Error>(*(*source)->error());
    }
    return points;
  }

  /// The points' numbers, sorted by their keys.
  [[nodiscard]] std::vector<std::size_t> by_key(const std::vector<std::int64_t>& points) const {
    const std::size_t dimensions = states_.dimensions;
    std::vector<std::int64_t> origin(dimensions, 0);
    for (std::size_t i = 0; i < points.size(); ++i) {
      origin[i % dimensions] = std::min(origin[i % dimensions], points[i]);
    }
    std::int64_t side = 1;
    int levels = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      for (; points[i] - origin[i % dimensions] >= side; side *= 2) {
        ++levels;
      }
    }
    std::vector<std::vector<std::int64_t>> keys;
    std::vector<std::int64_t> point(dimensions);
    for (std::size_t i = 0; i < points.size(); i += dimensions) {
      for (std::size_t d = 0; d < dimensions; ++d) {
        point[d] = points[i + d] - origin[d];
      }
      keys.push_back(curve_digits(states_, point, levels));
    }
    std::vector<std::size_t> order(keys.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return keys[a] < keys[b]; });
    return order;
  }

  std::shared_ptr<const PreparedShape> inner_;
  CurveStates states_;
};

} // namespace

Prepared prepare_curve(const Domain& domain, const CurveShape& shape) {
  auto inner = prepare(*shape.inner);
  if (!inner) {
    return inner;
  }
  return std::make_shared<PreparedCurve>(std::move(*inner), curve_states(shape.curve, domain.dimensions.size()));
}

} // namespace mapwright::domain
