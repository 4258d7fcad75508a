#include "index_map/infer/bound_fit.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace mapwright::index_map::infer {

namespace {

constexpr std::size_t most_facets = 6;
constexpr std::size_t most_samples = 12'000; ///< laws are found from these; predictions are compared with all points
constexpr std::size_t most_slopes = 6;       ///< seen along one coordinate
constexpr std::size_t most_combined = 400;

struct Direction {
  std::vector<std::int64_t> a;
  std::int64_t q = 1;
  auto operator<=>(const Direction&) const = default;
};

std::int64_t dot(const std::vector<std::int64_t>& a, Row outer) {
  std::int64_t sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    sum += a[k] * outer[k];
  }
  return sum;
}

/// All vectors with entries from -reach to reach.
void add_small(std::set<Direction>& all, std::size_t outer, std::int64_t reach, std::int64_t q) {
  std::vector<std::int64_t> a(outer, -reach);
  for (;;) {
    const std::int64_t common = std::accumulate(a.begin(), a.end(), q, std::gcd<std::int64_t, std::int64_t>);
    if (common == 1 || q == 1) {
      all.insert({a, q});
    }
    std::size_t k = 0;
    while (k < outer && a[k] == reach) {
      a[k++] = -reach;
    }
    if (k == outer) {
      return;
    }
    ++a[k];
  }
}

/// Slopes between samples that differ in one coordinate only, the most frequent first; 0 always.
std::vector<std::pair<std::int64_t, std::int64_t>> slopes_along(const std::vector<Sample>& samples, std::size_t axis,
                                                                std::size_t outer) {
  std::map<std::vector<std::int64_t>, std::vector<std::pair<std::int64_t, std::int64_t>>> lines;
  for (const Sample& sample : samples) {
    if (sample.exact) {
      std::vector<std::int64_t> rest(sample.outer.begin(), sample.outer.begin() + static_cast<std::ptrdiff_t>(outer));
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(axis));
      lines[rest].emplace_back(sample.outer[axis], sample.value);
    }
  }
  std::map<std::pair<std::int64_t, std::int64_t>, int> counts;
  for (const auto& [rest, line] : lines) {
    for (std::size_t step = 1; step <= 3; ++step) {
      for (std::size_t i = 0; i + step < line.size(); ++i) {
        std::int64_t run = line[i + step].first - line[i].first;
        std::int64_t rise = line[i + step].second - line[i].second;
        const std::int64_t common = std::gcd(run, rise);
        if (run > 0) {
          ++counts[{rise / common, run / common}];
        }
      }
    }
  }
  std::vector<std::pair<std::int64_t, std::int64_t>> slopes;
  for (const auto& [slope, count] : counts) {
    if (slope.second <= 16) {
      slopes.push_back(slope);
    }
  }
  std::stable_sort(slopes.begin(), slopes.end(), [&](const auto& x, const auto& y) { return counts[x] > counts[y]; });
  slopes.resize(std::min(slopes.size(), most_slopes));
  if (std::find(slopes.begin(), slopes.end(), std::pair<std::int64_t, std::int64_t>{0, 1}) == slopes.end()) {
    slopes.emplace_back(0, 1);
  }
  return slopes;
}

void add_seen(std::set<Direction>& all, const std::vector<Sample>& samples, std::size_t outer) {
  std::vector<Direction> built{{{}, 1}};
  for (std::size_t axis = 0; axis < outer; ++axis) {
    std::vector<Direction> longer;
    for (const auto& [rise, run] : slopes_along(samples, axis, outer)) {
      for (const Direction& start : built) {
        Direction next = start;
        const std::int64_t q = std::lcm(start.q, run);
        for (std::int64_t& a : next.a) {
          a *= q / start.q;
        }
        next.a.push_back(rise * (q / run));
        next.q = q;
        if (longer.size() < most_combined && q <= 64) {
          longer.push_back(std::move(next));
        }
      }
    }
    built = std::move(longer);
  }
  all.insert(built.begin(), built.end());
}

std::vector<Direction> directions(const std::vector<Sample>& samples, std::size_t outer, std::int64_t stride) {
  static constexpr std::int64_t reach_of[] = {0, 8, 4, 2, 1, 1};
  std::set<Direction> all;
  add_small(all, outer, reach_of[outer], 1);
  if (outer > 0 && outer <= 2) {
    for (std::int64_t q = 2; q <= 4; ++q) {
      add_small(all, outer, 4, q);
    }
  } else if (outer > 2) {
    add_small(all, outer, 1, 2);
  }
  if (stride > 1) {
    add_small(all, outer, 1, stride);
  }
  add_seen(all, samples, outer);
  return {all.begin(), all.end()};
}

/// A facet that bounds all samples, and where it is attained.
struct Support {
  Facet facet;
  double bits = 0;
  std::vector<bool> attained;
  std::size_t count = 0;
};

Support support(const Direction& direction, const std::vector<Sample>& samples, bool least) {
  Support candidate{{direction.a, 0, direction.q}, 0, std::vector<bool>(samples.size()), 0};
  bool first = true;
  for (const Sample& sample : samples) {
    if (!least && !sample.exact) {
      continue;
    }
    const std::int64_t c = direction.q * sample.value - dot(direction.a, sample.outer) + (least ? 0 : direction.q - 1);
    candidate.facet.c = first ? c : least ? std::max(candidate.facet.c, c) : std::min(candidate.facet.c, c);
    first = false;
  }
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (samples[i].exact &&
        floor_quotient(dot(direction.a, samples[i].outer) + candidate.facet.c, direction.q) == samples[i].value) {
      candidate.attained[i] = true;
      ++candidate.count;
    }
  }
  candidate.bits = bits_of(candidate.facet);
  return candidate;
}

std::vector<Support> supports(const std::vector<Direction>& all, const std::vector<Sample>& samples, bool least) {
  std::vector<Support> candidates;
  for (const Direction& direction : all) {
    Support candidate = support(direction, samples, least);
    if (candidate.count > 0) {
      candidates.push_back(std::move(candidate));
    }
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Support& x, const Support& y) { return x.bits < y.bits; });
  return candidates;
}

/// Facets that together attain every exact sample: each time the one that attains most of those left, a sample being
/// worth `worth` bits.
std::optional<BoundFit> cover_by(const std::vector<Support>& candidates, const std::vector<Sample>& samples, bool least,
                                 std::size_t exact, double worth) {
  std::vector<bool> covered(samples.size());
  std::size_t left = exact;
  BoundFit fit{{{}, least}, 0, false};
  std::size_t constants = 0;
  while (left > 0) {
    const Support* best = nullptr;
    std::size_t best_gain = 0;
    double best_score = 0;
    for (const Support& candidate : candidates) {
      const double most = worth * static_cast<double>(candidate.count) - candidate.bits;
      std::size_t gain = 0;
      for (std::size_t i = 0; i < samples.size() && (best == nullptr || most > best_score); ++i) {
        gain += static_cast<std::size_t>(candidate.attained[i] && !covered[i]);
      }
      const double score = worth * static_cast<double>(gain) - candidate.bits;
      if (gain > 0 && (best == nullptr || score > best_score)) {
        best = &candidate;
        best_gain = gain;
        best_score = score;
      }
    }
    if (best == nullptr || fit.bound.facets.size() == most_facets) {
      return std::nullopt;
    }
    for (std::size_t i = 0; i < samples.size(); ++i) {
      covered[i] = covered[i] || best->attained[i];
    }
    left -= best_gain;
    fit.bound.facets.push_back(best->facet);
    constants += 1 + static_cast<std::size_t>(std::count_if(best->facet.a.begin(), best->facet.a.end(),
                                                            [](std::int64_t a) { return a != 0; }));
  }
  const bool below_a_sample = std::any_of(samples.begin(), samples.end(), [&](const Sample& sample) {
    return !sample.exact && value_of(fit.bound, sample.outer) < sample.value;
  });
  if (below_a_sample) {
    return std::nullopt;
  }
  fit.bits = bits_of(fit.bound);
  fit.weak = constants >= exact;
  return fit;
}

/// The simplest of several covers.
std::optional<BoundFit> cover(const std::vector<Support>& candidates, const std::vector<Sample>& samples, bool least,
                              std::size_t exact) {
  std::optional<BoundFit> best;
  for (const double worth : {1.5, 4.0, 1000.0}) {
    auto fit = cover_by(candidates, samples, least, exact, worth);
    if (fit && (!best || fit->bits < best->bits)) {
      best = std::move(fit);
    }
  }
  return best;
}

/// Every n-th sample where there are too many, the inexact ones always.
std::vector<Sample> thinned(const std::vector<Sample>& samples) {
  const std::size_t step = samples.size() / most_samples + 1;
  std::vector<Sample> some;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (i % step == 0 || !samples[i].exact) {
      some.push_back(samples[i]);
    }
  }
  return some;
}

} // namespace

std::vector<BoundFit> fit_bound(const std::vector<Sample>& samples, std::size_t outer, std::int64_t stride) {
  const std::vector<Sample> some = thinned(samples);
  const auto exact =
      static_cast<std::size_t>(std::count_if(some.begin(), some.end(), [](const Sample& s) { return s.exact; }));
  if (exact == 0) {
    return {};
  }
  const std::vector<Direction> all = directions(some, outer, stride);
  std::vector<BoundFit> fits;
  const std::vector<Support> upper = supports(all, some, true);
  if (auto fit = cover(upper, some, true, exact)) {
    fits.push_back(std::move(*fit));
  }
  if (fits.empty() || fits[0].bound.facets.size() > 1) {
    if (auto fit = cover(supports(all, some, false), some, false, exact)) {
      fits.push_back(std::move(*fit));
    }
  }
  std::stable_sort(fits.begin(), fits.end(), [](const BoundFit& x, const BoundFit& y) { return x.bits < y.bits; });
  if (fits.empty() || fits[0].bound.facets.size() > 1) {
    return fits;
  }
  for (const Support& candidate : upper) {
    const double limit = fits[0].bits + comparable_bits;
    if (candidate.count == exact && bits_of(Bound{{candidate.facet}, true}) <= limit && fits.size() < 5 &&
        (candidate.facet.a != fits[0].bound.facets[0].a || candidate.facet.q != fits[0].bound.facets[0].q)) {
      const auto constants =
          1 + static_cast<std::size_t>(
                  std::count_if(candidate.facet.a.begin(), candidate.facet.a.end(), [](auto a) { return a != 0; }));
      fits.push_back({Bound{{candidate.facet}, true}, bits_of(Bound{{candidate.facet}, true}), constants >= exact});
    }
  }
  return fits;
}

} // namespace mapwright::index_map::infer
