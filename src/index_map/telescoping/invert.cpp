#include "index_map/telescoping/invert.hpp"

#include "index_map/telescoping/to_expr.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace mapwright::index_map {

namespace {

constexpr double division_cost = 20;
constexpr double halvings = 20; // typical number of steps of a bisection

double root_cost(int degree) {
  return degree == 2 ? 20 : degree == 3 ? 40 : 60;
}

std::optional<Int> small_integer(const mpz_class& value) {
  return value.fits_slong_p() ? std::optional<Int>(value.get_si()) : std::nullopt;
}

/// Forward differences at 0 of the polynomial with these coefficients: all >= 0 means it is >= 0 on 0, 1, 2, ...
bool non_negative_on_naturals(const std::vector<Rational>& coefficients) {
  std::vector<Rational> values;
  for (std::size_t y = 0; y < coefficients.size(); ++y) {
    Rational value = 0;
    for (std::size_t e = coefficients.size(); e-- > 0;) {
      value = value * Rational(static_cast<long>(y)) + coefficients[e];
    }
    values.push_back(value);
  }
  while (!values.empty()) {
    if (values.front() < 0) {
      return false;
    }
    for (std::size_t i = 0; i + 1 < values.size(); ++i) {
      values[i] = values[i + 1] - values[i];
    }
    values.pop_back();
  }
  return true;
}

/// Coefficients of leading * (y + half/2)^k.
std::vector<Rational> shifted_power(const Rational& leading, Int half, int k) {
  std::vector<Rational> out{leading};
  const Rational root(static_cast<long>(half), 2);
  for (int i = 0; i < k; ++i) {
    out.push_back(0);
    for (std::size_t e = out.size() - 1; e > 0; --e) {
      out[e] = out[e - 1] + root * out[e];
    }
    out[0] *= root;
  }
  return out;
}

std::vector<Rational> difference(std::vector<Rational> a, const std::vector<Rational>& b) {
  a.resize(std::max(a.size(), b.size()), 0);
  for (std::size_t e = 0; e < b.size(); ++e) {
    a[e] -= b[e];
  }
  return a;
}

/// growth between two k-th powers, when its coefficients are numbers.
std::optional<Inversion> sandwich(const Space& space, const QuasiPolynomial& growth, std::size_t coordinate) {
  for (const auto& [monomial, coefficient] : growth.terms()) {
    if (monomial.size() > 1 || (monomial.size() == 1 && monomial[0].first != coordinate)) {
      return std::nullopt;
    }
  }
  std::vector<Rational> coefficients;
  for (const QuasiPolynomial& c : growth.coefficients_in(coordinate)) {
    coefficients.push_back(c.constant_term());
  }
  const int k = static_cast<int>(coefficients.size()) - 1;
  if (k < 2 || k > 8 || coefficients.back() <= 0) {
    return std::nullopt;
  }
  const Rational leading = coefficients.back();
  const auto p = small_integer(leading.get_num());
  const auto q = small_integer(leading.get_den());
  if (!p || !q) {
    return std::nullopt;
  }
  constexpr Int widest = 16; // half units
  std::optional<Int> low2;
  std::optional<Int> high2;
  for (Int half = widest; half >= 0 && !low2; --half) {
    if (non_negative_on_naturals(difference(coefficients, shifted_power(leading, half, k)))) {
      low2 = half;
    }
  }
  for (Int half = 0; half <= widest && !high2; ++half) {
    if (non_negative_on_naturals(difference(shifted_power(leading, half, k), coefficients))) {
      high2 = half;
    }
  }
  if (!low2 || !high2) {
    return std::nullopt;
  }
  Inversion out;
  out.kind = Inversion::Kind::sandwich;
  out.growth = to_expr(space, growth);
  out.degree = k;
  out.p = *p;
  out.q = *q;
  out.low2 = *low2;
  out.high2 = *high2;
  out.shift = -((*low2 + *high2) / 4);
  set_sandwich_corrections(out);
  return out;
}

/// growth = (a*y^2 + b*y) / scale with a a positive number and b free of y.
std::optional<Inversion> quadratic(const Space& space, const QuasiPolynomial& growth, std::size_t coordinate) {
  for (const auto& [monomial, coefficient] : growth.terms()) {
    for (const auto& [v, exponent] : monomial) {
      if (space.is_floor(v) && space.floor_term(v).numerator.coefficient(coordinate) != 0) {
        return std::nullopt;
      }
    }
  }
  const auto coefficients = growth.coefficients_in(coordinate);
  if (coefficients.size() != 3 || !coefficients[2].is_constant() || coefficients[2].constant_term() <= 0 ||
      !coefficients[0].is_zero()) {
    return std::nullopt;
  }
  mpz_class scale = coefficients[2].constant_term().get_den();
  for (const auto& [monomial, coefficient] : coefficients[1].terms()) {
    scale = lcm(scale, coefficient.get_den());
  }
  const auto scale_value = small_integer(scale);
  const Rational leading = coefficients[2].constant_term() * Rational(scale);
  const auto a = small_integer(leading.get_num());
  if (!scale_value || !a) {
    return std::nullopt;
  }
  Inversion out;
  out.kind = Inversion::Kind::quadratic;
  out.growth = to_expr(space, growth);
  out.scale = *scale_value;
  out.a = *a;
  out.b = to_expr(space, Rational(scale) * coefficients[1]);
  out.down = 1;
  return out;
}

struct Candidate {
  Inversion inversion;
  double cost = 0;
  std::string name;
};

void add_roots(const Space& space, const InversionTask& task, bool from_end, std::vector<Candidate>& out) {
  const QuasiPolynomial& growth = from_end ? task.growth_from_last : task.growth_from_first;
  const std::string side = from_end ? " from the end" : "";
  const double from_end_cost = from_end ? task.condition_cost : 0;
  if (auto found = sandwich(space, growth, task.coordinate)) {
    found->from_end = from_end;
    const double cost = root_cost(found->degree) + (found->down + found->up) * task.condition_cost + from_end_cost;
    out.push_back({*found, cost,
                   fmt::format("root of degree {}{}, corrected by at most {} down and {} up", found->degree, side,
                               found->down, found->up)});
  }
  if (auto found = quadratic(space, growth, task.coordinate)) {
    found->from_end = from_end;
    const double cost = root_cost(2) + division_cost / 5 + 8 + task.condition_cost + from_end_cost;
    out.push_back({*found, cost, "root of the discriminant" + side + ", corrected by at most 1 down"});
  }
}

} // namespace

void set_sandwich_corrections(Inversion& inversion) {
  // In half units; delta is positive and arbitrarily small, all other terms are multiples of one half.
  const Int upper2 = 2 - inversion.low2 - 2 * inversion.shift + (inversion.p > 1 ? 2 : 0); // x - estimate < upper2 / 2
  const Int lower2 = 2 + inversion.high2 + 2 * inversion.shift; // estimate - x < lower2 / 2 + delta
  inversion.up = static_cast<int>(std::max<Int>(0, expr::ceil_div(upper2, 2) - 1));
  inversion.down = static_cast<int>(std::max<Int>(0, expr::floor_div(lower2, 2)));
}

Inversion choose_inversion(const Space& space, const InversionTask& task, const std::string& label,
                           std::vector<Considered>& considered) {
  std::vector<Candidate> candidates;
  if (!task.weight.depends_on(space, task.coordinate)) {
    Inversion direct;
    const bool unit = task.weight == QuasiPolynomial(Rational(1));
    direct.kind = unit ? Inversion::Kind::offset : Inversion::Kind::division;
    candidates.push_back({direct, unit ? 1 : division_cost, unit ? "offset" : "division by the row weight"});
  }
  add_roots(space, task, false, candidates);
  add_roots(space, task, true, candidates);
  candidates.push_back({Inversion{}, halvings * (task.condition_cost + 4), "bisection"});

  std::size_t best = candidates.size() - 1;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const bool is_bisection = candidates[i].inversion.kind == Inversion::Kind::bisection;
    const bool allowed = task.form == "bisection" ? is_bisection : true;
    if (allowed && candidates[i].cost < candidates[best].cost) {
      best = i;
    }
  }
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Candidate& c = candidates[i];
    const bool over_cost = c.cost > candidates[best].cost;
    considered.push_back({label + ": " + c.name, c.cost,
                          i == best   ? "chosen"
                          : over_cost ? fmt::format("{:.1f} times the cost of the chosen way",
                                                    c.cost / std::max(1.0, candidates[best].cost))
                                      : "another form was asked for"});
  }
  return candidates[best].inversion;
}

} // namespace mapwright::index_map
