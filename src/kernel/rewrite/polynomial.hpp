// Integer expressions of a source as polynomials, to tell whether two places of an array can be the same.
#pragma once

#include "kernel/rewrite/syntax.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mapwright::kernel::rewrite {

/// What a polynomial is in: a variable, or a part that is no polynomial (i / 2, column[e]) and stands for itself.
struct Atom {
  std::string text;                 ///< tells atoms apart: a variable's declaration, or the part as written
  std::set<Declaration> mentions{}; ///< the variables in it
  std::string written{};            ///< as source text
  friend bool operator<(const Atom& a, const Atom& b) { return a.text < b.text; }
  friend bool operator==(const Atom& a, const Atom& b) { return a.text == b.text; }
};

/// A product of atoms, sorted; empty: 1.
using Monomial = std::vector<Atom>;

/// A sum of products with integer coefficients, none of them 0.
struct Polynomial {
  std::map<Monomial, std::int64_t> terms{};

  static Polynomial constant(std::int64_t value);

  [[nodiscard]] bool is_zero() const { return terms.empty(); }
  /// Its value when it has no atoms.
  [[nodiscard]] std::optional<std::int64_t> value() const;
  [[nodiscard]] bool mentions(Declaration variable) const;
  /// p when it is p * v + r with p and r free of v; nothing when it is not linear in v.
  [[nodiscard]] std::optional<Polynomial> coefficient(Declaration variable) const;
  /// Without the terms that mention v.
  [[nodiscard]] Polynomial without(Declaration variable) const;
  /// With another polynomial in the place of v; nothing when v stands within an atom that is no variable.
  [[nodiscard]] std::optional<Polynomial> with(Declaration variable, const Polynomial& value) const;
  /// As source text: "k / 2 - x".
  [[nodiscard]] std::string text() const;
  /// Whether it is at least 0 wherever all atoms are at least 0: no negative coefficient.
  [[nodiscard]] bool is_never_negative() const;

  friend Polynomial operator+(const Polynomial& a, const Polynomial& b);
  friend Polynomial operator-(const Polynomial& a, const Polynomial& b);
  friend Polynomial operator*(const Polynomial& a, const Polynomial& b);
  friend bool operator==(const Polynomial& a, const Polynomial& b) { return a.terms == b.terms; }
};

/// The initialisers of constants, by what they declare: put in their place.
using Definitions = std::map<Declaration, const Expression*>;
/// Of all integer constants that are declared in a function: const std::int64_t row = ...
Definitions definitions_in(const Function& function);

/// An integer expression as a polynomial.
Polynomial polynomial(const Source& source, const Expression& expression, const Definitions& definitions);

} // namespace mapwright::kernel::rewrite
