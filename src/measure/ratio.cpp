#include "measure/ratio.hpp"

#include "measure/random.hpp"

#include <cmath>
#include <stdexcept>
#include <vector>

namespace mapwright::measure {

namespace {

/// The median of as many draws with replacement as there are samples.
double resampled_median(std::span<const double> samples, Random& random, std::vector<double>& draws) {
  draws.resize(samples.size());
  for (double& draw : draws) {
    draw = samples[static_cast<std::size_t>(random.below(samples.size()))];
  }
  return median(draws);
}

} // namespace

RatioEstimate unpaired_ratio(std::span<const double> baseline, std::span<const double> samples,
                             const Bootstrap& options) {
  if (!(options.confidence > 0 && options.confidence < 1) || options.resamples < 100) {
    throw std::logic_error("unpaired_ratio: confidence must be in (0, 1) and resamples at least 100");
  }
  const double ratio = median(samples) / median(baseline);
  Random random(options.seed);
  std::vector<double> draws;
  std::vector<double> ratios;
  ratios.reserve(static_cast<std::size_t>(options.resamples));
  for (int i = 0; i < options.resamples; ++i) {
    const double below = resampled_median(baseline, random, draws);
    ratios.push_back(resampled_median(samples, random, draws) / below);
  }
  const double tail = (1 - options.confidence) / 2;
  return {ratio, {quantile(ratios, tail), quantile(ratios, 1 - tail)}};
}

RatioEstimate geometric_mean(std::span<const RatioEstimate> estimates) {
  if (estimates.empty()) {
    throw std::logic_error("geometric_mean: there is no estimate");
  }
  double log_ratio = 0;
  double low = 0;
  double high = 0;
  for (const RatioEstimate& estimate : estimates) {
    const double middle = std::log(estimate.ratio);
    const double below = middle - std::log(estimate.interval.low);
    const double above = std::log(estimate.interval.high) - middle;
    log_ratio += middle;
    low += below * below;
    high += above * above;
  }
  const auto count = static_cast<double>(estimates.size());
  return {std::exp(log_ratio / count),
          {std::exp((log_ratio - std::sqrt(low)) / count), std::exp((log_ratio + std::sqrt(high)) / count)}};
}

} // namespace mapwright::measure
