#include "index_map/telescoping/quasi_polynomial.hpp"

#include <algorithm>
#include <stdexcept>

namespace mapwright::index_map {

namespace {

Rational to_rational(Int value) {
  return Rational(expr::to_string(value));
}

/// A product of monomials.
Monomial multiply(const Monomial& a, const Monomial& b) {
  Monomial out;
  auto left = a.begin();
  auto right = b.begin();
  while (left != a.end() || right != b.end()) {
    if (right == b.end() || (left != a.end() && left->first < right->first)) {
      out.push_back(*left++);
    } else if (left == a.end() || right->first < left->first) {
      out.push_back(*right++);
    } else {
      out.emplace_back(left->first, left->second + right->second);
      ++left;
      ++right;
    }
  }
  return out;
}

QuasiPolynomial integer_power_of(const QuasiPolynomial& base, int exponent) {
  QuasiPolynomial out{Rational(1)};
  for (int i = 0; i < exponent; ++i) {
    out = out * base;
  }
  return out;
}

/// Rewrites every variable of `p` through `image`.
template <class Image> QuasiPolynomial rewrite(const QuasiPolynomial& p, Image image) {
  QuasiPolynomial out;
  for (const auto& [monomial, coefficient] : p.terms()) {
    QuasiPolynomial product(coefficient);
    for (const auto& [v, exponent] : monomial) {
      product = product * integer_power_of(image(v), exponent);
    }
    out += product;
  }
  return out;
}

/// Coefficients (t^0 first) of S_e(t) = sum of i^e for i = 0..t, with 0^0 = 1.
/// From (t+1)^(e+1) = sum over j <= e of C(e+1, j) S_j(t)  (telescoping of (i+1)^(e+1) - i^(e+1), i from 0).
const std::vector<Rational>& faulhaber(int e) {
  thread_local std::vector<std::vector<Rational>> known;
  while (static_cast<int>(known.size()) <= e) {
    const int degree = static_cast<int>(known.size());
    std::vector<Rational> s(static_cast<std::size_t>(degree) + 2, 0);
    Rational binomial = 1; // C(degree+1, j)
    for (int j = 0; j <= degree + 1; ++j) {
      s[static_cast<std::size_t>(j)] += binomial; // (t+1)^(degree+1)
      binomial = binomial * (degree + 1 - j) / (j + 1);
    }
    binomial = 1;
    for (int j = 0; j < degree; ++j) {
      for (std::size_t i = 0; i < known[static_cast<std::size_t>(j)].size(); ++i) {
        s[i] -= binomial * known[static_cast<std::size_t>(j)][i];
      }
      binomial = binomial * (degree + 1 - j) / (j + 1);
    }
    for (Rational& c : s) {
      c /= degree + 1;
    }
    known.push_back(std::move(s));
  }
  return known[static_cast<std::size_t>(e)];
}

} // namespace

void Affine::set(std::size_t variable, Int value) {
  if (coefficients.size() <= variable) {
    coefficients.resize(variable + 1, 0);
  }
  coefficients[variable] = value;
}

bool operator==(const Affine& a, const Affine& b) {
  const std::size_t size = std::max(a.coefficients.size(), b.coefficients.size());
  for (std::size_t v = 0; v < size; ++v) {
    if (a.coefficient(v) != b.coefficient(v)) {
      return false;
    }
  }
  return a.constant == b.constant;
}

Affine operator+(const Affine& a, const Affine& b) {
  Affine out = a;
  for (std::size_t v = 0; v < b.coefficients.size(); ++v) {
    out.set(v, out.coefficient(v) + b.coefficients[v]);
  }
  out.constant += b.constant;
  return out;
}

Affine operator*(Int factor, const Affine& a) {
  Affine out = a;
  for (Int& c : out.coefficients) {
    c *= factor;
  }
  out.constant *= factor;
  return out;
}

std::size_t Space::variable_of(const FloorTerm& normal) {
  for (std::size_t i = 0; i < floors_.size(); ++i) {
    if (floors_[i].denominator == normal.denominator && floors_[i].numerator == normal.numerator) {
      return plain_.size() + i;
    }
  }
  floors_.push_back(normal);
  return plain_.size() + floors_.size() - 1;
}

QuasiPolynomial QuasiPolynomial::affine(const Affine& a) {
  QuasiPolynomial p(to_rational(a.constant));
  for (std::size_t v = 0; v < a.coefficients.size(); ++v) {
    p.add_term({{v, 1}}, to_rational(a.coefficients[v]));
  }
  return p;
}

QuasiPolynomial QuasiPolynomial::floor_of(Space& space, Affine numerator, Int denominator) {
  if (denominator <= 0) {
    throw std::logic_error("floor_of needs a positive denominator");
  }
  Affine whole;
  Int common = denominator;
  for (std::size_t v = 0; v < numerator.coefficients.size(); ++v) {
    const Int quotient = expr::floor_div(numerator.coefficients[v], denominator);
    whole.set(v, quotient);
    numerator.coefficients[v] -= quotient * denominator;
    common = expr::gcd(common, numerator.coefficients[v]);
  }
  whole.constant = expr::floor_div(numerator.constant, denominator);
  numerator.constant -= whole.constant * denominator;
  QuasiPolynomial out = affine(whole);
  if (common == denominator) {
    return out; // no variable left: floor(constant / denominator) = 0
  }
  for (Int& c : numerator.coefficients) {
    c /= common;
  }
  numerator.constant = expr::floor_div(numerator.constant, common);
  out.add_term({{space.variable_of({numerator, denominator / common}), 1}}, 1);
  return out;
}

void QuasiPolynomial::add_term(Monomial monomial, const Rational& coefficient) {
  if (coefficient == 0) {
    return;
  }
  const auto [place, inserted] = terms_.try_emplace(std::move(monomial), coefficient);
  if (!inserted) {
    place->second += coefficient;
    if (place->second == 0) {
      terms_.erase(place);
    }
  }
}

Rational QuasiPolynomial::constant_term() const {
  const auto found = terms_.find({});
  return found == terms_.end() ? Rational(0) : found->second;
}

int QuasiPolynomial::total_degree() const {
  int degree = 0;
  for (const auto& [monomial, coefficient] : terms_) {
    int sum = 0;
    for (const auto& [v, exponent] : monomial) {
      sum += exponent;
    }
    degree = std::max(degree, sum);
  }
  return degree;
}

bool QuasiPolynomial::depends_on(const Space& space, std::size_t v) const {
  for (const auto& [monomial, coefficient] : terms_) {
    for (const auto& [w, exponent] : monomial) {
      if (w == v || (space.is_floor(w) && space.floor_term(w).numerator.coefficient(v) != 0)) {
        return true;
      }
    }
  }
  return false;
}

std::vector<QuasiPolynomial> QuasiPolynomial::coefficients_in(std::size_t v) const {
  std::vector<QuasiPolynomial> out(1);
  for (const auto& [monomial, coefficient] : terms_) {
    int exponent = 0;
    Monomial rest;
    for (const auto& factor : monomial) {
      if (factor.first == v) {
        exponent = factor.second;
      } else {
        rest.push_back(factor);
      }
    }
    if (out.size() <= static_cast<std::size_t>(exponent)) {
      out.resize(static_cast<std::size_t>(exponent) + 1);
    }
    out[static_cast<std::size_t>(exponent)].add_term(std::move(rest), coefficient);
  }
  return out;
}

QuasiPolynomial& QuasiPolynomial::operator+=(const QuasiPolynomial& other) {
  for (const auto& [monomial, coefficient] : other.terms_) {
    add_term(monomial, coefficient);
  }
  return *this;
}

QuasiPolynomial& QuasiPolynomial::operator-=(const QuasiPolynomial& other) {
  for (const auto& [monomial, coefficient] : other.terms_) {
    add_term(monomial, -coefficient);
  }
  return *this;
}

QuasiPolynomial operator+(QuasiPolynomial a, const QuasiPolynomial& b) {
  return a += b;
}
QuasiPolynomial operator-(QuasiPolynomial a, const QuasiPolynomial& b) {
  return a -= b;
}

QuasiPolynomial operator*(const QuasiPolynomial& a, const QuasiPolynomial& b) {
  QuasiPolynomial out;
  for (const auto& [left, x] : a.terms()) {
    for (const auto& [right, y] : b.terms()) {
      out.add_term(multiply(left, right), x * y);
    }
  }
  return out;
}

QuasiPolynomial operator*(const Rational& factor, const QuasiPolynomial& a) {
  QuasiPolynomial out;
  for (const auto& [monomial, coefficient] : a.terms()) {
    out.add_term(monomial, factor * coefficient);
  }
  return out;
}

QuasiPolynomial scale_variable(Space& space, const QuasiPolynomial& p, std::size_t v, Int factor,
                               const Affine& offset) {
  Affine image = offset;
  image.set(v, image.coefficient(v) + factor);
  return rewrite(p, [&](std::size_t w) {
    if (w == v) {
      return QuasiPolynomial::affine(image);
    }
    if (!space.is_floor(w) || space.floor_term(w).numerator.coefficient(v) == 0) {
      return QuasiPolynomial::variable(w);
    }
    const FloorTerm term = space.floor_term(w);
    const Int coefficient = term.numerator.coefficient(v);
    Affine numerator = term.numerator;
    numerator.set(v, 0);
    return QuasiPolynomial::floor_of(space, numerator + coefficient * image, term.denominator);
  });
}

QuasiPolynomial replace_variable(const QuasiPolynomial& p, std::size_t v, const QuasiPolynomial& replacement) {
  return rewrite(p, [&](std::size_t w) { return w == v ? replacement : QuasiPolynomial::variable(w); });
}

QuasiPolynomial substitute_affine(Space& space, const QuasiPolynomial& p, std::size_t v, const Affine& a) {
  return scale_variable(space, p, v, 0, a);
}

QuasiPolynomial sum_up_to(Space& space, const QuasiPolynomial& p, std::size_t v, const Affine& limit, Int denominator) {
  Int period = 1; // of p in v
  for (const auto& [monomial, coefficient] : p.terms()) {
    for (const auto& [w, exponent] : monomial) {
      if (space.is_floor(w) && space.floor_term(w).numerator.coefficient(v) != 0) {
        const FloorTerm& term = space.floor_term(w);
        const Int step = term.denominator / expr::gcd(term.denominator, term.numerator.coefficient(v));
        period = period / expr::gcd(period, step) * step;
      }
    }
  }
  QuasiPolynomial out;
  for (Int residue = 0; residue < period; ++residue) {
    Affine shift;
    shift.constant = residue;
    const QuasiPolynomial on_class = scale_variable(space, p, v, period, shift); // v now counts t of period*t + residue
    // t runs to floor((floor(limit/denominator) - residue) / period) = floor((limit - residue*denominator) /
    // (denominator*period))
    Affine numerator = limit;
    numerator.constant -= residue * denominator;
    const QuasiPolynomial last = QuasiPolynomial::floor_of(space, numerator, denominator * period);
    const auto coefficients = on_class.coefficients_in(v);
    for (std::size_t e = 0; e < coefficients.size(); ++e) {
      const std::vector<Rational>& s = faulhaber(static_cast<int>(e));
      QuasiPolynomial power(Rational(1));
      QuasiPolynomial sum;
      for (const Rational& c : s) {
        sum += c * power;
        power = power * last;
      }
      out += coefficients[e] * sum;
    }
  }
  return out;
}

} // namespace mapwright::index_map
