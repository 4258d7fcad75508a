// Ratios of times: of samples that do not come in pairs, and the mean of several ratios.
#pragma once

#include "core/measurement.hpp"
#include "measure/statistics.hpp"

#include <span>

namespace mapwright::measure {

/// A ratio with what is known of it.
struct RatioEstimate {
  double ratio = 1;
  Interval interval{0, 0};
};

/// median(samples) / median(baseline) of two samples that have nothing to do with one another, with the percentile
/// bootstrap interval of both resampled apart. Samples of unequal number are welcome.
/// REQUIRES: at least one sample each, all above 0.
RatioEstimate unpaired_ratio(std::span<const double> baseline, std::span<const double> samples,
                             const Bootstrap& options = {});

/// The geometric mean. Its interval is that of independent errors: the half-widths of the logarithms add as squares.
/// REQUIRES: at least one estimate, all numbers above 0.
RatioEstimate geometric_mean(std::span<const RatioEstimate> estimates);

} // namespace mapwright::measure
