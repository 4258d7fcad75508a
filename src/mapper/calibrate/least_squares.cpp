#include "mapper/calibrate/least_squares.hpp"

#include <cmath>
#include <cstddef>
#include <utility>

namespace mapwright::mapper {

namespace {

using Matrix = std::vector<std::vector<double>>;

/// The lower triangle L with L L^T = a, which is positive definite.
Matrix cholesky_of(const Matrix& a) {
  Matrix lower(a.size(), std::vector<double>(a.size()));
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = a[i][j];
      for (std::size_t k = 0; k < j; ++k) {
        sum -= lower[i][k] * lower[j][k];
      }
      lower[i][j] = i == j ? std::sqrt(sum) : sum / lower[j][j];
    }
  }
  return lower;
}

/// x with L L^T x = right.
std::vector<double> solved(const Matrix& lower, std::vector<double> right) {
  const std::size_t size = right.size();
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      right[i] -= lower[i][k] * right[k];
    }
    right[i] /= lower[i][i];
  }
  for (std::size_t i = size; i-- > 0;) {
    for (std::size_t k = i + 1; k < size; ++k) {
      right[i] -= lower[k][i] * right[k];
    }
    right[i] /= lower[i][i];
  }
  return right;
}

} // namespace

LinearFit least_squares(std::span<const LinearRow> rows, std::span<const double> priors) {
  const std::size_t size = priors.size();
  Matrix normal(size, std::vector<double>(size));
  std::vector<double> right(size);
  for (std::size_t i = 0; i < size; ++i) {
    normal[i][i] = 1 / (priors[i] * priors[i]);
  }
  for (const LinearRow& row : rows) {
    const double weight = 1 / (row.error * row.error);
    for (std::size_t i = 0; i < size; ++i) {
      right[i] += weight * row.slopes[i] * row.value;
      for (std::size_t j = 0; j < size; ++j) {
        normal[i][j] += weight * row.slopes[i] * row.slopes[j];
      }
    }
  }
  const Matrix lower = cholesky_of(normal);
  LinearFit fit{solved(lower, right), std::vector<double>(size)};
  for (std::size_t i = 0; i < size; ++i) {
    std::vector<double> unit(size);
    unit[i] = 1;
    fit.errors[i] = std::sqrt(solved(lower, std::move(unit))[i]);
  }
  return fit;
}

} // namespace mapwright::mapper
