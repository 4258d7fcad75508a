#include "measure/statistics.hpp"

#include "measure/random.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace mapwright::measure {
namespace {

void require_samples(std::span<const double> samples) {
  if (samples.empty()) {
    throw std::logic_error("statistics of an empty sample");
  }
  if (std::any_of(samples.begin(), samples.end(), [](double x) { return std::isnan(x); })) {
    throw std::logic_error("statistics of a sample that holds NaN");
  }
}

double sorted_quantile(std::span<const double> sorted, double q) {
  const double position = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  const double weight = position - static_cast<double>(below);
  // Equal neighbours are returned as they are: infinities would otherwise interpolate to NaN.
  return sorted[below] == sorted[above] ? sorted[below] : sorted[below] + weight * (sorted[above] - sorted[below]);
}

/// The median, leaving `scratch` in another order.
double median_in_place(std::span<double> scratch) {
  const auto middle = scratch.begin() + static_cast<std::ptrdiff_t>(scratch.size() / 2);
  std::nth_element(scratch.begin(), middle, scratch.end());
  if (scratch.size() % 2 == 1) {
    return *middle;
  }
  const double lower = *std::max_element(scratch.begin(), middle);
  return lower == *middle ? lower : lower + 0.5 * (*middle - lower);
}

std::vector<double> sorted_copy(std::span<const double> samples) {
  std::vector<double> sorted(samples.begin(), samples.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

} // namespace

double quantile(std::span<const double> samples, double q) {
  require_samples(samples);
  if (!(q >= 0 && q <= 1)) {
    throw std::logic_error("quantile: the fraction must be in [0, 1]");
  }
  return sorted_quantile(sorted_copy(samples), q);
}

double median(std::span<const double> samples) {
  return quantile(samples, 0.5);
}

double interquartile_range(std::span<const double> samples) {
  require_samples(samples);
  const std::vector<double> sorted = sorted_copy(samples);
  return sorted_quantile(sorted, 0.75) - sorted_quantile(sorted, 0.25);
}

double median_absolute_deviation(std::span<const double> samples) {
  const double center = median(samples);
  std::vector<double> deviations;
  deviations.reserve(samples.size());
  for (const double x : samples) {
    deviations.push_back(std::abs(x - center));
  }
  return median(deviations);
}

Interval bootstrap_median(std::span<const double> samples, const Bootstrap& options) {
  require_samples(samples);
  if (!(options.confidence > 0 && options.confidence < 1) || options.resamples < 100) {
    throw std::logic_error("bootstrap_median: confidence must be in (0, 1) and resamples at least 100");
  }
  Random random(options.seed);
  std::vector<double> resample(samples.size());
  std::vector<double> medians;
  medians.reserve(static_cast<std::size_t>(options.resamples));
  for (int i = 0; i < options.resamples; ++i) {
    for (double& x : resample) {
      x = samples[static_cast<std::size_t>(random.below(samples.size()))];
    }
    medians.push_back(median_in_place(resample));
  }
  std::sort(medians.begin(), medians.end());
  const double tail = (1 - options.confidence) / 2;
  return {sorted_quantile(medians, tail), sorted_quantile(medians, 1 - tail)};
}

Interval order_median(std::span<const double> samples, double confidence) {
  require_samples(samples);
  if (!(confidence > 0 && confidence < 1)) {
    throw std::logic_error("order_median: confidence must be in (0, 1)");
  }
  const std::vector<double> sorted = sorted_copy(samples);
  const auto n = static_cast<double>(sorted.size());
  const double tail = (1 - confidence) / 2;
  // The number of samples below the median is binomial: rank k is above the median with probability P(B <= k).
  std::size_t rank = 0;
  double below = 0;
  for (std::size_t k = 0; k < sorted.size() / 2; ++k) {
    const auto at = static_cast<double>(k);
    below += std::exp(std::lgamma(n + 1) - std::lgamma(at + 1) - std::lgamma(n - at + 1) - n * std::log(2.0));
    if (below > tail) {
      break;
    }
    rank = k;
  }
  return {sorted[rank], sorted[sorted.size() - 1 - rank]};
}

int fewest_samples(double confidence) {
  if (!(confidence > 0 && confidence < 1)) {
    throw std::logic_error("fewest_samples: confidence must be in (0, 1)");
  }
  return static_cast<int>(std::ceil(1 - std::log2(1 - confidence)));
}

} // namespace mapwright::measure
