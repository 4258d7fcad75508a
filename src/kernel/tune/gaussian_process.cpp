#include "kernel/tune/gaussian_process.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace mapwright::kernel {

namespace {

constexpr std::array inverse_lengths = {0.0, 0.3, 0.8, 2.0, 5.0};
constexpr std::array noises = {0.003, 0.03, 0.2};
constexpr int sweeps = 2; ///< over all dimensions

/// Solves L x = b in place. `factor` holds rows of growing length.
void solve_lower(const std::vector<double>& factor, std::vector<double>& b) {
  for (std::size_t i = 0, row = 0; i < b.size(); row += ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      b[i] -= factor[row + k] * b[k];
    }
    b[i] /= factor[row + i];
  }
}

/// Solves L^T x = b in place.
void solve_upper(const std::vector<double>& factor, std::vector<double>& b) {
  for (std::size_t i = b.size(); i-- > 0;) {
    const std::size_t row = i * (i + 1) / 2;
    b[i] /= factor[row + i];
    for (std::size_t k = 0; k < i; ++k) {
      b[k] -= factor[row + k] * b[i];
    }
  }
}

} // namespace

GaussianProcess::GaussianProcess(std::span<const Sample> samples, std::span<const std::size_t> values)
    : inverse_(values.size(), 0.8) {
  for (const std::size_t count : values) {
    widths_.push_back(std::max(1.0, static_cast<double>(count) - 1));
  }
  const auto count = static_cast<double>(samples.size());
  for (const Sample& sample : samples) {
    points_.push_back(scaled(sample.positions));
    mean_ += sample.value / count;
  }
  double squares = 0;
  for (const Sample& sample : samples) {
    values_.push_back(sample.value - mean_);
    squares += values_.back() * values_.back() / count;
  }
  deviation_ = squares > 0 ? std::sqrt(squares) : 1;
  for (double& value : values_) {
    value /= deviation_;
  }
  double best = fit();
  const auto try_all = [&](double& parameter, std::span<const double> choices) {
    double chosen = parameter;
    for (const double choice : choices) {
      parameter = choice;
      if (const double likelihood = fit(); likelihood > best) {
        best = likelihood;
        chosen = choice;
      }
    }
    parameter = chosen;
  };
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (double& inverse : inverse_) {
      try_all(inverse, inverse_lengths);
    }
    try_all(noise_, noises);
  }
  fit();
}

GaussianProcess::Point GaussianProcess::scaled(std::span<const Position> positions) const {
  Point point;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    point.push_back(positions[i] / widths_[i]);
  }
  return point;
}

double GaussianProcess::covariance(const Point& a, const Point& b) const {
  double squares = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double steps = (a[i] - b[i]) * inverse_[i];
    squares += steps * steps;
  }
  const double distance = std::sqrt(5 * squares);
  return (1 + distance + distance * distance / 3) * std::exp(-distance);
}

double GaussianProcess::fit() {
  factor_.clear();
  double log_likelihood = 0;
  for (std::size_t i = 0, row = 0; i < points_.size(); row += ++i) {
    for (std::size_t j = 0, other = 0; j <= i; other += ++j) {
      double sum = covariance(points_[i], points_[j]) + (i == j ? noise_ : 0);
      for (std::size_t k = 0; k < j; ++k) {
        sum -= factor_[row + k] * factor_[other + k];
      }
      factor_.push_back(i == j ? std::sqrt(std::max(sum, 1e-12)) : sum / factor_[other + j]);
    }
    log_likelihood -= std::log(factor_.back());
  }
  weights_ = values_;
  solve_lower(factor_, weights_);
  for (const double part : weights_) {
    log_likelihood -= part * part / 2;
  }
  solve_upper(factor_, weights_);
  return log_likelihood;
}

Prediction GaussianProcess::predict(std::span<const Position> positions) const {
  const Point point = scaled(positions);
  std::vector<double> covariances;
  double mean = 0;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    covariances.push_back(covariance(point, points_[i]));
    mean += covariances.back() * weights_[i];
  }
  solve_lower(factor_, covariances);
  double variance = 1;
  for (const double part : covariances) {
    variance -= part * part;
  }
  return {mean_ + deviation_ * mean, deviation_ * std::sqrt(std::max(variance, 0.0))};
}

} // namespace mapwright::kernel
