// Linear least squares for few unknowns, about each of which something is known before.
#pragma once

#include <span>
#include <vector>

namespace mapwright::mapper {

/// value = the sum over the unknowns of slope * unknown, give or take `error`.
struct LinearRow {
  std::vector<double> slopes; ///< of each unknown
  double value = 0;
  double error = 1; ///< standard error; above 0
};

/// The unknowns with their standard errors.
struct LinearFit {
  std::vector<double> values;
  std::vector<double> errors;
};

/// Minimises the sum of ((value - slopes * x) / error)^2 over the rows and of (x / prior)^2 over the unknowns: the most
/// probable x where errors are normal and x is 0 give or take `priors`, all above 0. Its errors are those of that
/// distribution (Tarantola, "Inverse Problem Theory", 2005, eq. 3.37 and 3.38), never more than the priors.
LinearFit least_squares(std::span<const LinearRow> rows, std::span<const double> priors);

} // namespace mapwright::mapper
