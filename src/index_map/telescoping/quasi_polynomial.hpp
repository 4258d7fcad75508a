// Quasi-polynomials in exact rationals: polynomials over variables and floor terms floor(affine / d).
//
// They are the values of counts and ranks of parametric affine sets (Ehrhart; Verdoolaege et al., barvinok). Variables
// are numbered by a Space; a floor term is another variable whose definition the Space keeps.
#pragma once

#include "expr/expr.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gmpxx.h>

namespace mapwright::index_map {

using expr::Int;
using Rational = mpq_class;

/// constant + sum coefficients[v] * v over the plain variables of a Space; integers.
struct Affine {
  std::vector<Int> coefficients; ///< one per plain variable; shorter means zeros follow
  Int constant = 0;

  [[nodiscard]] Int coefficient(std::size_t variable) const {
    return variable < coefficients.size() ? coefficients[variable] : 0;
  }
  void set(std::size_t variable, Int value);
  friend bool operator==(const Affine& a, const Affine& b);
};
Affine operator+(const Affine& a, const Affine& b);
Affine operator*(Int factor, const Affine& a);

/// floor(numerator / denominator), denominator >= 1.
struct FloorTerm {
  Affine numerator;
  Int denominator = 1;
};

/// The variables of quasi-polynomials: parameters and coordinates first, then floor terms as they appear.
class Space {
public:
  explicit Space(std::vector<expr::Symbol> plain) : plain_(std::move(plain)) {}
  [[nodiscard]] std::size_t plain_count() const { return plain_.size(); }
  [[nodiscard]] expr::Symbol plain(std::size_t v) const { return plain_[v]; }
  [[nodiscard]] bool is_floor(std::size_t v) const { return v >= plain_.size(); }
  [[nodiscard]] const FloorTerm& floor_term(std::size_t v) const { return floors_[v - plain_.size()]; }
  /// The variable of a floor term in normal form (0 <= coefficients, constant < denominator, no common factor).
  std::size_t variable_of(const FloorTerm& normal);

private:
  std::vector<expr::Symbol> plain_;
  std::vector<FloorTerm> floors_;
};

/// Exponents of variables, sorted by variable, all positive.
using Monomial = std::vector<std::pair<std::size_t, int>>;

class QuasiPolynomial {
public:
  QuasiPolynomial() = default;
  explicit QuasiPolynomial(const Rational& constant) { add_term({}, constant); }
  static QuasiPolynomial variable(std::size_t v) {
    QuasiPolynomial p;
    p.add_term({{v, 1}}, 1);
    return p;
  }
  static QuasiPolynomial affine(const Affine& a);
  /// floor(numerator / denominator), split into an affine part and a floor term in normal form.
  static QuasiPolynomial floor_of(Space& space, Affine numerator, Int denominator);

  void add_term(Monomial monomial, const Rational& coefficient);
  [[nodiscard]] const std::map<Monomial, Rational>& terms() const { return terms_; }
  [[nodiscard]] bool is_zero() const { return terms_.empty(); }
  [[nodiscard]] bool is_constant() const {
    return terms_.empty() || (terms_.size() == 1 && terms_.begin()->first.empty());
  }
  [[nodiscard]] Rational constant_term() const;
  [[nodiscard]] int total_degree() const;
  /// True if `v` occurs, directly or inside a floor term.
  [[nodiscard]] bool depends_on(const Space& space, std::size_t v) const;
  /// Coefficients of v^0, v^1, ...; `v` must not occur inside a floor term.
  [[nodiscard]] std::vector<QuasiPolynomial> coefficients_in(std::size_t v) const;

  friend bool operator==(const QuasiPolynomial& a, const QuasiPolynomial& b) { return a.terms_ == b.terms_; }
  QuasiPolynomial& operator+=(const QuasiPolynomial& other);
  QuasiPolynomial& operator-=(const QuasiPolynomial& other);

private:
  std::map<Monomial, Rational> terms_;
};

QuasiPolynomial operator+(QuasiPolynomial a, const QuasiPolynomial& b);
QuasiPolynomial operator-(QuasiPolynomial a, const QuasiPolynomial& b);
QuasiPolynomial operator*(const QuasiPolynomial& a, const QuasiPolynomial& b);
QuasiPolynomial operator*(const Rational& factor, const QuasiPolynomial& a);

/// `p` with plain variable `v` replaced by `factor * v + offset` (for residue classes); floor terms follow.
QuasiPolynomial scale_variable(Space& space, const QuasiPolynomial& p, std::size_t v, Int factor, const Affine& offset);

/// `p` with plain variable `v`, which occurs in no floor term, replaced by another quasi-polynomial.
QuasiPolynomial replace_variable(const QuasiPolynomial& p, std::size_t v, const QuasiPolynomial& replacement);

/// `p` with plain variable `v` replaced by the affine form `a` everywhere.
QuasiPolynomial substitute_affine(Space& space, const QuasiPolynomial& p, std::size_t v, const Affine& a);

/// F with F(u) - F(u - 1) = p at variable `v` := u, and F as quasi-polynomial with u standing for `v`.
/// Faulhaber sums over the residue classes of `v` that the floor terms of `p` distinguish.
/// The result is returned as a function of an upper limit floor(limit / denominator).
QuasiPolynomial sum_up_to(Space& space, const QuasiPolynomial& p, std::size_t v, const Affine& limit, Int denominator);

} // namespace mapwright::index_map
