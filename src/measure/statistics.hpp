// Robust statistics: pure functions on samples, in whatever unit the samples have.
//
// Run times are skewed with rare large outliers, so everything here rests on order statistics, not on means.
// Functions throw std::logic_error on an empty sample, on a NaN, and on a fraction outside its range.
#pragma once

#include "core/measurement.hpp"

#include <cstdint>
#include <span>

namespace mapwright::measure {

/// The q-quantile, 0 <= q <= 1, by linear interpolation between order statistics: position q * (n - 1)
/// (type 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages", 1996).
double quantile(std::span<const double> samples, double q);

/// The 0.5-quantile.
double median(std::span<const double> samples);

/// The interquartile range: quantile(0.75) - quantile(0.25).
double interquartile_range(std::span<const double> samples);

/// The median absolute deviation from the median, not scaled to a standard deviation.
double median_absolute_deviation(std::span<const double> samples);

/// How a bootstrap interval is computed.
struct Bootstrap {
  double confidence = 0.95; ///< probability the interval is meant to cover, in (0, 1)
  int resamples = 2000;     ///< resamples with replacement; at least 100
  std::uint64_t seed = 1;   ///< same samples, same seed, same interval
};

/// Percentile-bootstrap confidence interval of the median (Efron, 1979). One sample gives [x, x]: the caller decides
/// how many samples are enough to believe it.
Interval bootstrap_median(std::span<const double> samples, const Bootstrap& options = {});

/// Distribution-free confidence interval of the median between order statistics (W. R. Thompson, "On Confidence Ranges
/// for the Median", 1936): whatever the distribution, it misses with at most the probability asked for. With too few
/// samples for that, the range of all of them. `confidence` in (0, 1).
Interval order_median(std::span<const double> samples, double confidence);

/// The fewest samples whose range holds the median with this confidence, whatever the distribution: all of n samples
/// lie on one side of it with probability 2^(1 - n). `confidence` in (0, 1).
int fewest_samples(double confidence);

} // namespace mapwright::measure
