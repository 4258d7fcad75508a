// Polynomials with rational coefficients over numbered variables: the values of a symbolic execution (prove.hpp).
#pragma once

#include "expr/int128.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace mapwright::index_map::candidate {

using expr::Int;

/// Integer numerators over one positive denominator, reduced. Arithmetic is exact: a coefficient that does not fit Int
/// makes the polynomial invalid, and with it everything computed from it.
class Polynomial {
public:
  using Exponents = std::vector<std::uint16_t>;

  explicit Polynomial(std::size_t variables, Int constant = 0);
  static Polynomial variable(std::size_t variables, std::size_t which);

  [[nodiscard]] bool valid() const { return valid_; }
  [[nodiscard]] std::size_t variables() const { return variables_; }
  /// Total degree; 0 for constants.
  [[nodiscard]] int degree() const;
  [[nodiscard]] bool depends_on(std::size_t variable) const;
  /// The value of a valid constant polynomial that is an integer.
  [[nodiscard]] std::optional<Int> constant() const;
  /// The value at integers; nothing when it is not an integer, does not fit, or the polynomial is invalid.
  [[nodiscard]] std::optional<Int> at(std::span<const Int> point) const;
  /// Whether the value is an integer at all integers: so it is where it is one at { t in N^m : sum of t <= degree },
  /// by Newton's expansion.
  [[nodiscard]] bool integer_valued() const;

  friend Polynomial operator+(const Polynomial& a, const Polynomial& b) { return combine(a, b, 1); }
  friend Polynomial operator-(const Polynomial& a, const Polynomial& b) { return combine(a, b, -1); }
  friend Polynomial operator*(const Polynomial& a, const Polynomial& b);
  /// The same over d > 0.
  [[nodiscard]] Polynomial over(Int d) const;
  /// Equal as polynomials; never true of invalid ones.
  friend bool operator==(const Polynomial& a, const Polynomial& b);

private:
  static Polynomial combine(const Polynomial& a, const Polynomial& b, Int sign);
  void add_term(const Exponents& exponents, std::optional<Int> coefficient);
  void reduce();

  std::size_t variables_;
  std::map<Exponents, Int> terms_; ///< numerators, none of them 0
  Int denominator_ = 1;
  bool valid_ = true;
};

/// p^k for k >= 0.
Polynomial power(const Polynomial& p, int k);

/// Calls visit(t) for every t in N^m with t1 + .. + tm <= degree until it returns false; whether it never did.
template <class Visit> bool all_of_simplex(std::size_t m, int degree, Visit visit) {
  std::vector<Int> t(m, 0);
  int sum = 0;
  for (;;) {
    if (!visit(std::span<const Int>(t))) {
      return false;
    }
    std::size_t i = 0;
    while (i < m && sum == degree) { // no room: the first non-zero count is reset and the next one grows
      sum -= static_cast<int>(t[i]);
      t[i] = 0;
      ++i;
      if (sum < degree) {
        break;
      }
    }
    if (i == m) {
      return true;
    }
    ++t[i];
    ++sum;
  }
}

} // namespace mapwright::index_map::candidate
