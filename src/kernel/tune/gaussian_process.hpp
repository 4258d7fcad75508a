// A Gaussian process for regression on a few points (Rasmussen, Williams: "Gaussian Processes for Machine Learning",
// 2006): better than a forest while there are few, since it knows that near configurations cost about the same.
#pragma once

#include "kernel/tune/forest.hpp"

#include <vector>

namespace mapwright::kernel {

class GaussianProcess {
public:
  /// A Matern kernel (5/2) with one length for each dimension. Lengths and noise are those under which the values are
  /// most likely, among a few that are tried dimension by dimension. `values`: how many positions each dimension has.
  /// REQUIRES: at least two samples.
  GaussianProcess(std::span<const Sample> samples, std::span<const std::size_t> values);

  [[nodiscard]] Prediction predict(std::span<const Position> positions) const;

private:
  using Point = std::vector<double>; ///< positions from 0 to 1

  [[nodiscard]] Point scaled(std::span<const Position> positions) const;
  [[nodiscard]] double covariance(const Point& a, const Point& b) const;
  /// Factorises the covariances; the logarithm of the likelihood.
  double fit();

  std::vector<double> widths_;  ///< of each dimension, in positions; at least 1
  std::vector<double> inverse_; ///< 1 / length, by dimension; 0: the dimension does not matter
  double noise_ = 0.01;         ///< variance of a value, in units of the values' own
  double mean_ = 0;
  double deviation_ = 1;
  std::vector<Point> points_{};
  std::vector<double> values_{};  ///< mean 0, deviation 1
  std::vector<double> factor_{};  ///< of Cholesky, lower triangle, row by row
  std::vector<double> weights_{}; ///< inverse of the covariances times the values
};

} // namespace mapwright::kernel
