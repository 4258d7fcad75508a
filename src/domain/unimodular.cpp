#include "domain/unimodular.hpp"

#include <utility>

namespace mapwright::domain {

IntegerMatrix identity_matrix(std::size_t size) {
  IntegerMatrix m(size, std::vector<std::int64_t>(size));
  for (std::size_t i = 0; i < size; ++i) {
    m[i][i] = 1;
  }
  return m;
}

std::optional<IntegerMatrix> unimodular_inverse(IntegerMatrix m) {
  const std::size_t n = m.size();
  IntegerMatrix inverse = identity_matrix(n);
  const auto subtract = [&](std::size_t from, std::size_t what, std::int64_t times) {
    for (std::size_t c = 0; c < n; ++c) {
      m[from][c] -= times * m[what][c];
      inverse[from][c] -= times * inverse[what][c];
    }
  };
  for (std::size_t column = 0; column < n; ++column) {
    for (std::size_t row = column + 1; row < n; ++row) {
      while (m[row][column] != 0) {
        if (m[column][column] != 0) {
          subtract(row, column, m[row][column] / m[column][column]);
        }
        if (m[row][column] != 0) {
          std::swap(m[row], m[column]);
          std::swap(inverse[row], inverse[column]);
        }
      }
    }
    const std::int64_t pivot = m[column][column];
    if (pivot != 1 && pivot != -1) {
      return std::nullopt;
    }
    for (std::size_t c = 0; c < n; ++c) {
      m[column][c] *= pivot;
      inverse[column][c] *= pivot;
    }
    for (std::size_t row = 0; row < column; ++row) {
      subtract(row, column, m[row][column]);
    }
  }
  return inverse;
}

} // namespace mapwright::domain
