#include "index_map/telescoping/to_expr.hpp"

#include "expr/build.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace mapwright::index_map {

using expr::Expr;

namespace {

/// coefficient * factor added to (or, negated, subtracted from) `sum`.
struct SignedSum {
  std::optional<Expr> positive;
  std::optional<Expr> negative;

  void add(Int coefficient, const std::optional<Expr>& factor) {
    if (coefficient == 0) {
      return;
    }
    const Int magnitude = coefficient < 0 ? -coefficient : coefficient;
    const Expr term = factor ? Expr(magnitude) * *factor : Expr(magnitude);
    std::optional<Expr>& side = coefficient < 0 ? negative : positive;
    side = side ? *side + term : term;
  }
  [[nodiscard]] Expr positive_side() const { return positive.value_or(Expr(0)); }
  [[nodiscard]] Expr negative_side() const { return negative.value_or(Expr(0)); }
};

SignedSum signed_sum(const Space& space, const Affine& a) {
  SignedSum sum;
  for (std::size_t v = 0; v < a.coefficients.size(); ++v) {
    sum.add(a.coefficients[v], Expr::variable(space.plain(v)));
  }
  sum.add(a.constant, std::nullopt);
  return sum;
}

/// positive - t1 - t2 ...: negative terms subtracted one by one, so no parentheses arise.
Expr difference(const Space& space, const Affine& a) {
  Affine positive = a;
  Affine negative = a;
  for (std::size_t v = 0; v < a.coefficients.size(); ++v) {
    positive.coefficients[v] = std::max<Int>(0, a.coefficients[v]);
    negative.coefficients[v] = std::max<Int>(0, -a.coefficients[v]);
  }
  positive.constant = 0;
  Expr out = signed_sum(space, positive).positive_side();
  for (std::size_t v = 0; v < negative.coefficients.size(); ++v) {
    if (negative.coefficients[v] != 0) {
      out = out - Expr(negative.coefficients[v]) * Expr::variable(space.plain(v));
    }
  }
  return out + Expr(a.constant);
}

Int integer_of(const Rational& value) {
  if (value.get_den() != 1) {
    throw std::logic_error("integer_of: not an integer");
  }
  const auto parsed = expr::parse_int(value.get_num().get_str());
  if (!parsed) {
    throw std::logic_error("integer_of: exceeds 127 bits");
  }
  return *parsed;
}

Expr variable_expr(const Space& space, std::size_t v) {
  if (!space.is_floor(v)) {
    return Expr::variable(space.plain(v));
  }
  const FloorTerm& term = space.floor_term(v);
  return floor_div(difference(space, term.numerator), Expr(term.denominator));
}

/// The variable to write Horner's rule in: the greatest exponent, then the latest variable.
std::optional<std::size_t> main_variable(const QuasiPolynomial& p) {
  std::optional<std::size_t> best;
  int best_exponent = 0;
  for (const auto& [monomial, coefficient] : p.terms()) {
    for (const auto& [v, exponent] : monomial) {
      if (exponent > best_exponent || (exponent == best_exponent && best && v > *best)) {
        best = v;
        best_exponent = exponent;
      }
    }
  }
  return best;
}

bool leads_negative(const QuasiPolynomial& p) {
  const auto main = main_variable(p);
  if (!main) {
    return p.constant_term() < 0;
  }
  return leads_negative(p.coefficients_in(*main).back());
}

Expr horner(const Space& space, const QuasiPolynomial& p);

/// a + b, written as a difference when b leads with a negative coefficient.
Expr plus(const Space& space, const Expr& a, const QuasiPolynomial& b) {
  if (b.is_zero()) {
    return a;
  }
  return leads_negative(b) ? a - horner(space, Rational(-1) * b) : a + horner(space, b);
}

/// `p` as an affine form of plain variables, if it is one.
std::optional<Affine> as_affine(const Space& space, const QuasiPolynomial& p) {
  Affine out;
  for (const auto& [monomial, coefficient] : p.terms()) {
    if (monomial.size() > 1 ||
        (monomial.size() == 1 && (monomial[0].second > 1 || space.is_floor(monomial[0].first)))) {
      return std::nullopt;
    }
    if (monomial.empty()) {
      out.constant = integer_of(coefficient);
    } else {
      out.set(monomial[0].first, integer_of(coefficient));
    }
  }
  return out;
}

/// An integer polynomial by Horner's rule.
Expr horner(const Space& space, const QuasiPolynomial& p) {
  if (const auto flat = as_affine(space, p)) {
    return difference(space, *flat);
  }
  const auto main = main_variable(p);
  const Expr x = variable_expr(space, *main);
  const auto coefficients = p.coefficients_in(*main);
  std::size_t done = coefficients.size() - 1;
  Expr out = horner(space, coefficients[done]);
  const QuasiPolynomial& next = coefficients[done - 1];
  if (leads_negative(coefficients[done]) && !next.is_zero() && !leads_negative(next)) {
    // A positive part first where there is one: n - i rather than -i + n.
    --done;
    const QuasiPolynomial magnitude = Rational(-1) * coefficients[done + 1];
    out = horner(space, next) - horner(space, magnitude) * x;
  }
  while (done-- > 0) {
    out = plus(space, out * x, coefficients[done]);
  }
  return out;
}

/// Quotient of `p` by (v - root), or nothing when it leaves a remainder. `v` must be in no floor term of `p`.
std::optional<QuasiPolynomial> divide_linear(const QuasiPolynomial& p, std::size_t v, const QuasiPolynomial& root) {
  const auto coefficients = p.coefficients_in(v);
  if (coefficients.size() < 2) {
    return std::nullopt;
  }
  QuasiPolynomial quotient;
  QuasiPolynomial carry;
  for (std::size_t e = coefficients.size(); e-- > 0;) {
    carry = coefficients[e] + root * carry;
    if (e > 0) {
      QuasiPolynomial power(Rational(1));
      for (std::size_t i = 1; i < e; ++i) {
        power = power * QuasiPolynomial::variable(v);
      }
      quotient += carry * power;
    }
  }
  return carry.is_zero() ? std::optional<QuasiPolynomial>(quotient) : std::nullopt;
}

bool only_plain(const Space& space, const QuasiPolynomial& p) {
  for (const auto& [monomial, coefficient] : p.terms()) {
    for (const auto& [v, exponent] : monomial) {
      if (space.is_floor(v)) {
        return false;
      }
    }
  }
  return true;
}

std::vector<std::size_t> variables_of(const QuasiPolynomial& p) {
  std::vector<std::size_t> out;
  for (const auto& [monomial, coefficient] : p.terms()) {
    for (const auto& [v, exponent] : monomial) {
      if (std::find(out.begin(), out.end(), v) == out.end()) {
        out.push_back(v);
      }
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

/// A linear factor v - u - c, v + u - c or v - c with small c that divides `p`; `p` becomes the quotient.
std::optional<Affine> pull_linear_factor(QuasiPolynomial& p) {
  const auto variables = variables_of(p);
  for (const std::size_t v : variables) {
    std::vector<Affine> roots;
    for (Int c = 0; c <= 6; c = c <= 0 ? 1 - c : -c) { // 0, 1, -1, 2, -2, ...
      Affine constant;
      constant.constant = c;
      roots.push_back(constant);
      for (const std::size_t u : variables) {
        if (u < v) {
          for (const Int sign : {Int{1}, Int{-1}}) {
            Affine shifted = constant;
            shifted.set(u, sign);
            roots.push_back(shifted);
          }
        }
      }
    }
    for (const Affine& root : roots) {
      if (auto quotient = divide_linear(p, v, QuasiPolynomial::affine(root))) {
        p = std::move(*quotient);
        Affine factor = Int{-1} * root;
        factor.set(v, 1);
        return factor;
      }
    }
  }
  return std::nullopt;
}

} // namespace

Expr to_expr(const Space& space, const Affine& a) {
  return difference(space, a);
}

Expr to_expr(const Space& space, const QuasiPolynomial& p) {
  mpz_class denominator = 1;
  for (const auto& [monomial, coefficient] : p.terms()) {
    denominator = lcm(denominator, coefficient.get_den());
  }
  QuasiPolynomial integral = Rational(denominator) * p;
  std::optional<Expr> product;
  if (only_plain(space, integral) && variables_of(integral).size() <= 4) {
    std::vector<Affine> factors;
    while (integral.total_degree() > 1) {
      const auto factor = pull_linear_factor(integral);
      if (!factor) {
        break;
      }
      factors.push_back(*factor);
    }
    for (Affine& factor : factors) {
      const auto negative = [](Int c) { return c < 0; };
      if (leads_negative(integral) && std::any_of(factor.coefficients.begin(), factor.coefficients.end(), negative)) {
        factor = Int{-1} * factor;
        integral = Rational(-1) * integral;
      }
    }
    if (integral.is_constant() && (factors.empty() || integral.constant_term() != 1)) {
      product = horner(space, integral);
    }
    for (const Affine& factor : factors) {
      const Expr e = difference(space, factor);
      product = product ? *product * e : e;
    }
    if (!integral.is_constant()) {
      const Expr e = horner(space, integral);
      product = product ? *product * e : e;
    }
  } else {
    product = horner(space, integral);
  }
  return expr::exact_div(*product, Expr(integer_of(Rational(denominator))));
}

Expr to_expr(const Space& space, const Constraint& c) {
  const SignedSum sum = signed_sum(space, c.form);
  if (c.equality) {
    return expr::equal(sum.positive_side(), sum.negative_side());
  }
  return expr::less_equal(sum.negative_side(), sum.positive_side());
}

Expr lower_to_expr(const Space& space, const RationalBound& bound) {
  if (bound.denominator == 1) {
    return difference(space, bound.numerator);
  }
  Affine rounded = bound.numerator;
  rounded.constant += bound.denominator - 1;
  return floor_div(difference(space, rounded), Expr(bound.denominator));
}

Expr upper_to_expr(const Space& space, const RationalBound& bound) {
  return floor_div(difference(space, bound.numerator), Expr(bound.denominator));
}

} // namespace mapwright::index_map
