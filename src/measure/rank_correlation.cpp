#include "measure/rank_correlation.hpp"

#include "measure/random.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <stdexcept>

namespace mapwright::measure {

std::vector<double> ranks_of(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  for (std::size_t i = 0; i < order.size();) {
    std::size_t end = i;
    while (end < order.size() && values[order[end]] == values[order[i]]) {
      ++end;
    }
    for (std::size_t k = i; k < end; ++k) {
      ranks[order[k]] = static_cast<double>(i + 1 + end) / 2;
    }
    i = end;
  }
  return ranks;
}

double spearman(std::span<const double> a, std::span<const double> b) {
  if (a.size() != b.size() || a.empty()) {
    throw std::logic_error("spearman: the lists must have the same length, not 0");
  }
  const std::vector<double> x = ranks_of(a);
  const std::vector<double> y = ranks_of(b);
  const double mean = static_cast<double>(x.size() + 1) / 2;
  double xy = 0;
  double xx = 0;
  double yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xy += (x[i] - mean) * (y[i] - mean);
    xx += (x[i] - mean) * (x[i] - mean);
    yy += (y[i] - mean) * (y[i] - mean);
  }
  return xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : 0;
}

Interval bootstrap_spearman(std::span<const double> a, std::span<const double> b, const Bootstrap& options) {
  spearman(a, b); // throws for what no resample could be made of
  if (!(options.confidence > 0 && options.confidence < 1) || options.resamples < 100) {
    throw std::logic_error("bootstrap_spearman: confidence must be in (0, 1) and resamples at least 100");
  }
  Random random(options.seed);
  std::vector<double> x(a.size());
  std::vector<double> y(a.size());
  std::vector<double> correlations;
  correlations.reserve(static_cast<std::size_t>(options.resamples));
  for (int i = 0; i < options.resamples; ++i) {
    for (std::size_t k = 0; k < x.size(); ++k) {
      const auto drawn = static_cast<std::size_t>(random.below(x.size()));
      x[k] = a[drawn];
      y[k] = b[drawn];
    }
    correlations.push_back(spearman(x, y));
  }
  const double tail = (1 - options.confidence) / 2;
  return {quantile(correlations, tail), quantile(correlations, 1 - tail)};
}

} // namespace mapwright::measure
