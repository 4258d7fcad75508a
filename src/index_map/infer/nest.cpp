#include "index_map/infer/nest.hpp"

#include <algorithm>

namespace mapwright::index_map::infer {

namespace {

constexpr std::int64_t most_empty = 256;          ///< outermost values without a point after which a nest has ended
constexpr std::uint64_t values_per_point = 4'096; ///< values looked at before the search is given up

class Walk {
public:
  Walk(const Nest& nest, std::size_t count)
      : nest_(nest), count_(count), budget_((count + 16) * values_per_point), at_(nest.levels.size()),
        point_(nest.levels.size()) {
    result_.points = PointList(nest.levels.size());
  }

  NestPoints run() {
    const Level& outer = nest_.levels[0];
    const std::int64_t residue = outer.residue.c;
    std::int64_t t = -value_of(outer.below, {});
    for (std::int64_t empty = 0; result_.points.size() < count_ && empty < most_empty && budget_ > 0; ++t) {
      const std::size_t before = result_.points.size();
      at_[0] = residue + outer.stride * t;
      descend(1);
      if (result_.points.size() > before) {
        result_.last_outer = at_[0];
        empty = 0;
      } else {
        ++empty;
      }
    }
    result_.ends = result_.points.size() < count_;
    return std::move(result_);
  }

private:
  void descend(std::size_t depth) {
    if (depth == at_.size()) {
      emit();
      return;
    }
    const Level& level = nest_.levels[depth];
    const Row outer = Row(at_).first(depth);
    const std::int64_t residue = level.stride == 1 ? 0 : value_of(level.residue, outer);
    const std::int64_t last = value_of(level.highest, outer);
    for (std::int64_t t = -value_of(level.below, outer); t <= last && result_.points.size() < count_; ++t) {
      if (budget_ == 0) {
        return;
      }
      --budget_;
      at_[depth] = residue + level.stride * t;
      if (!in_gap(level, outer, at_[depth])) {
        descend(depth + 1);
      }
    }
  }

  static bool in_gap(const Level& level, Row outer, std::int64_t x) {
    return std::any_of(level.gaps.begin(), level.gaps.end(), [&](const Gap& gap) {
      return -value_of(gap.below, outer) <= x && x <= value_of(gap.highest, outer);
    });
  }

  void emit() {
    for (std::size_t d = 0; d < point_.size(); ++d) {
      point_[d] = 0;
      for (std::size_t k = 0; k < at_.size(); ++k) {
        point_[d] += nest_.order.point_of_key[d][k] * at_[k];
      }
    }
    result_.points.push(point_);
  }

  const Nest& nest_;
  std::size_t count_;
  std::uint64_t budget_;
  std::vector<std::int64_t> at_;
  std::vector<std::int64_t> point_;
  NestPoints result_;
};

} // namespace

std::int64_t value_of(const Facet& facet, Row outer) {
  std::int64_t sum = facet.c;
  for (std::size_t k = 0; k < facet.a.size(); ++k) {
    sum += facet.a[k] * outer[k];
  }
  return floor_quotient(sum, facet.q);
}

double bits_of(const Facet& facet) {
  // Nothing is cheap: most slopes are 0.
  const auto cost = [](std::int64_t value) { return value == 0 ? 0.25 : bits_of(value); };
  double bits = cost(facet.c) + 2 * (bits_of(facet.q) - bits_of(std::int64_t{1}));
  for (const std::int64_t a : facet.a) {
    bits += cost(a);
  }
  return bits;
}

std::int64_t value_of(const Bound& bound, Row outer) {
  std::int64_t value = value_of(bound.facets[0], outer);
  for (std::size_t i = 1; i < bound.facets.size(); ++i) {
    const std::int64_t other = value_of(bound.facets[i], outer);
    value = bound.least ? std::min(value, other) : std::max(value, other);
  }
  return value;
}

double bits_of(const Bound& bound) {
  double bits = (bound.least ? 0 : 2) + 3 * static_cast<double>(bound.facets.size() - 1);
  for (const Facet& facet : bound.facets) {
    bits += bits_of(facet);
  }
  return bits;
}

bool ScanOrder::is_identity() const {
  for (std::size_t r = 0; r < key_of_point.size(); ++r) {
    for (std::size_t c = 0; c < key_of_point.size(); ++c) {
      if (key_of_point[r][c] != (r == c ? 1 : 0)) {
        return false;
      }
    }
  }
  return true;
}

NestPoints first_points(const Nest& nest, std::size_t count) {
  return Walk(nest, count).run();
}

double bits_of(const Nest& nest) {
  double bits = 2 + nest.order.bits;
  for (std::size_t d = 0; d < nest.levels.size(); ++d) {
    const Level& level = nest.levels[d];
    bits += bits_of(level.below) + (d == 0 ? 0 : bits_of(level.highest));
    if (level.stride > 1) {
      bits += bits_of(level.stride) + bits_of(level.residue);
    }
    for (const Gap& gap : level.gaps) {
      bits += 3 + bits_of(gap.below) + bits_of(gap.highest);
    }
  }
  return bits;
}

} // namespace mapwright::index_map::infer
