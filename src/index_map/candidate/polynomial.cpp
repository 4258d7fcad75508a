#include "index_map/candidate/polynomial.hpp"

#include <algorithm>
#include <numeric>

namespace mapwright::index_map::candidate {

namespace {

constexpr int most_degree = 64; ///< beyond it a product is invalid; keeps exponents and lattices small

int degree_of(const Polynomial::Exponents& exponents) {
  return std::accumulate(exponents.begin(), exponents.end(), 0);
}

std::optional<Int> product(std::optional<Int> a, std::optional<Int> b) {
  return a && b ? expr::checked_mul(*a, *b) : std::nullopt;
}

} // namespace

Polynomial::Polynomial(std::size_t variables, Int constant) : variables_(variables) {
  add_term(Exponents(variables, 0), constant);
}

Polynomial Polynomial::variable(std::size_t variables, std::size_t which) {
  Polynomial p(variables);
  Exponents exponents(variables, 0);
  exponents[which] = 1;
  p.add_term(exponents, 1);
  return p;
}

int Polynomial::degree() const {
  int degree = 0;
  for (const auto& [exponents, coefficient] : terms_) {
    degree = std::max(degree, degree_of(exponents));
  }
  return degree;
}

bool Polynomial::depends_on(std::size_t variable) const {
  return std::any_of(terms_.begin(), terms_.end(), [&](const auto& term) { return term.first[variable] != 0; });
}

std::optional<Int> Polynomial::constant() const {
  if (!valid_ || degree() != 0) {
    return std::nullopt;
  }
  return at(std::vector<Int>(variables_, 0));
}

std::optional<Int> Polynomial::at(std::span<const Int> point) const {
  Int sum = 0;
  bool fits = valid_;
  for (const auto& [exponents, coefficient] : terms_) {
    Int term = coefficient;
    for (std::size_t v = 0; v < variables_; ++v) {
      for (int i = 0; i < exponents[v]; ++i) {
        fits = !__builtin_mul_overflow(term, point[v], &term) && fits;
      }
    }
    fits = !__builtin_add_overflow(sum, term, &sum) && fits;
  }
  if (!fits || sum % denominator_ != 0) {
    return std::nullopt;
  }
  return sum / denominator_;
}

bool Polynomial::integer_valued() const {
  return valid_ && (denominator_ == 1 ||
                    all_of_simplex(variables_, degree(), [&](std::span<const Int> t) { return at(t).has_value(); }));
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  Polynomial out(a.variables_);
  const auto denominator = expr::checked_mul(a.denominator_, b.denominator_);
  out.valid_ = a.valid_ && b.valid_ && denominator && a.degree() + b.degree() <= most_degree;
  if (!out.valid_) {
    return out;
  }
  out.denominator_ = *denominator;
  for (const auto& [left, x] : a.terms_) {
    for (const auto& [right, y] : b.terms_) {
      Polynomial::Exponents exponents(a.variables_);
      for (std::size_t v = 0; v < exponents.size(); ++v) {
        exponents[v] = static_cast<std::uint16_t>(left[v] + right[v]);
      }
      out.add_term(exponents, expr::checked_mul(x, y));
    }
  }
  out.reduce();
  return out;
}

Polynomial Polynomial::over(Int d) const {
  Polynomial out = *this;
  const auto denominator = expr::checked_mul(denominator_, d);
  out.valid_ = valid_ && denominator && d > 0;
  out.denominator_ = out.valid_ ? *denominator : 1;
  out.reduce();
  return out;
}

bool operator==(const Polynomial& a, const Polynomial& b) {
  return a.valid_ && b.valid_ && a.denominator_ == b.denominator_ && a.terms_ == b.terms_;
}

Polynomial Polynomial::combine(const Polynomial& a, const Polynomial& b, Int sign) {
  Polynomial out(a.variables_);
  const auto denominator = expr::checked_mul(a.denominator_, b.denominator_);
  out.valid_ = a.valid_ && b.valid_ && denominator;
  if (!out.valid_) {
    return out;
  }
  out.denominator_ = *denominator;
  for (const auto& [exponents, x] : a.terms_) {
    out.add_term(exponents, expr::checked_mul(x, b.denominator_));
  }
  for (const auto& [exponents, x] : b.terms_) {
    out.add_term(exponents, product(expr::checked_mul(x, a.denominator_), sign));
  }
  out.reduce();
  return out;
}

void Polynomial::add_term(const Exponents& exponents, std::optional<Int> coefficient) {
  Int& held = terms_[exponents];
  const auto sum = coefficient ? expr::checked_add(held, *coefficient) : std::nullopt;
  valid_ = valid_ && sum;
  held = sum.value_or(0);
  if (held == 0) {
    terms_.erase(exponents);
  }
}

void Polynomial::reduce() {
  Int common = denominator_;
  for (const auto& [exponents, coefficient] : terms_) {
    common = expr::gcd(common, coefficient);
  }
  if (common > 1) {
    denominator_ /= common;
    for (auto& [exponents, coefficient] : terms_) {
      coefficient /= common;
    }
  }
}

Polynomial power(const Polynomial& p, int k) {
  Polynomial out(p.variables(), 1);
  for (int i = 0; i < k; ++i) {
    out = out * p;
  }
  return out;
}

} // namespace mapwright::index_map::candidate
