// Whether two lists of numbers put the same things in the same order.
#pragma once

#include "core/measurement.hpp"
#include "measure/statistics.hpp"

#include <span>
#include <vector>

namespace mapwright::measure {

/// Ranks from 1, equal values sharing the mean of theirs.
std::vector<double> ranks_of(std::span<const double> values);

/// Spearman's rank correlation, -1 to 1: Pearson's of the ranks ("The Proof and Measurement of Association between Two
/// Things", 1904); 0 where all of one list are equal. Throws std::logic_error unless both have the same length, not 0.
double spearman(std::span<const double> a, std::span<const double> b);

/// Percentile-bootstrap confidence interval of it, over resampled pairs (Efron, 1979). Throws like spearman, and like
/// bootstrap_median on what it cannot do.
Interval bootstrap_spearman(std::span<const double> a, std::span<const double> b, const Bootstrap& options = {});

} // namespace mapwright::measure
