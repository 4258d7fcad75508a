#include "index_map/telescoping/identity.hpp"

#include "expr/evaluate.hpp"
#include "expr/text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::index_map {

using expr::Expr;
using expr::Int;
using expr::Op;
using expr::Symbol;

namespace {

constexpr std::size_t most_evaluations = 3'000'000;

bool is_positive_literal(const Expr& e) {
  return e.is_constant() && e.value() > 0;
}

void collect_floor_variables(const Expr& e, bool inside, std::vector<Symbol>& out) {
  if (inside && e.op() == Op::variable && std::find(out.begin(), out.end(), e.name()) == out.end()) {
    out.push_back(e.name());
  }
  for (const Expr& operand : e.operands()) {
    collect_floor_variables(operand, inside || e.op() == Op::floor_div, out);
  }
}

/// Calls `visit` for every t >= 0 with sum <= degree, and every residue of the periodic variables.
class Lattice {
public:
  Lattice(std::vector<Symbol> variables, std::vector<bool> periodic, int degree, Int period)
      : variables_(std::move(variables)), periodic_(std::move(periodic)), degree_(degree), period_(period),
        values_(variables_.size(), 0) {}

  template <class Visit> bool all(Visit visit) { return descend(0, degree_, visit); }

  [[nodiscard]] const std::vector<Symbol>& variables() const { return variables_; }
  [[nodiscard]] const std::vector<Int>& values() const { return values_; }

  [[nodiscard]] double size() const {
    double points = 1;
    for (std::size_t v = 0; v < variables_.size(); ++v) {
      points *= static_cast<double>(static_cast<std::size_t>(degree_) + v + 1) / static_cast<double>(v + 1);
      points *= periodic_[v] ? static_cast<double>(period_) : 1.0;
    }
    return points;
  }

private:
  template <class Visit> bool descend(std::size_t v, int left, Visit& visit) {
    if (v == variables_.size()) {
      return visit(*this);
    }
    for (int t = 0; t <= left; ++t) {
      for (Int residue = 0; residue < (periodic_[v] ? period_ : 1); ++residue) {
        values_[v] = periodic_[v] ? period_ * t + residue : Int{t};
        if (!descend(v + 1, left - t, visit)) {
          return false;
        }
      }
    }
    return true;
  }

  std::vector<Symbol> variables_;
  std::vector<bool> periodic_;
  int degree_;
  Int period_;
  std::vector<Int> values_;
};

} // namespace

std::optional<int> degree_bound(const Expr& e) {
  switch (e.op()) {
  case Op::constant:
    return 0;
  case Op::variable:
    return 1;
  case Op::add:
  case Op::sub:
  case Op::mul: {
    const auto a = degree_bound(e.operand(0));
    const auto b = degree_bound(e.operand(1));
    if (!a || !b) {
      return std::nullopt;
    }
    return e.op() == Op::mul ? *a + *b : std::max(*a, *b);
  }
  case Op::exact_div:
    return is_positive_literal(e.operand(1)) ? degree_bound(e.operand(0)) : std::nullopt;
  case Op::floor_div: {
    const auto a = degree_bound(e.operand(0));
    return is_positive_literal(e.operand(1)) && a && *a <= 1 ? a : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

Int period_of(const Expr& e) {
  Int period = 1;
  for (const Expr& operand : e.operands()) {
    const Int inner = period_of(operand);
    period = period / expr::gcd(period, inner) * inner;
  }
  return e.op() == Op::floor_div ? period * e.operand(1).value() : period;
}

std::string refute_identity(const Expr& left, const Expr& right, const std::vector<Divisibility>& given) {
  const auto left_degree = degree_bound(left);
  const auto right_degree = degree_bound(right);
  if (!left_degree || !right_degree) {
    return "not a quasi-polynomial: " + expr::to_text(left_degree ? right : left);
  }
  const Int left_period = period_of(left);
  const Int right_period = period_of(right);
  Int period = left_period / expr::gcd(left_period, right_period) * right_period;
  std::vector<Symbol> variables = expr::free_variables(left);
  for (const Symbol s : expr::free_variables(right)) {
    if (std::find(variables.begin(), variables.end(), s) == variables.end()) {
      variables.push_back(s);
    }
  }
  std::vector<Symbol> in_floors;
  collect_floor_variables(left, false, in_floors);
  collect_floor_variables(right, false, in_floors);
  for (const Divisibility& d : given) {
    const Int needed = period_of(d.e) * d.modulus;
    period = period / expr::gcd(period, needed) * needed;
    for (const Symbol s : expr::free_variables(d.e)) {
      for (auto* list : {&variables, &in_floors}) {
        if (std::find(list->begin(), list->end(), s) == list->end()) {
          list->push_back(s);
        }
      }
    }
  }
  std::vector<bool> periodic;
  periodic.reserve(variables.size());
  for (const Symbol s : variables) {
    periodic.push_back(std::find(in_floors.begin(), in_floors.end(), s) != in_floors.end());
  }
  Lattice lattice(variables, periodic, std::max(*left_degree, *right_degree), period);
  if (lattice.size() > static_cast<double>(most_evaluations)) {
    return fmt::format("needs {:.0f} evaluations, more than the {} allowed", lattice.size(), most_evaluations);
  }
  std::string reason;
  lattice.all([&](const Lattice& at) {
    expr::Environment environment;
    for (std::size_t v = 0; v < at.variables().size(); ++v) {
      environment.bind(at.variables()[v], at.values()[v]);
    }
    for (const Divisibility& d : given) {
      const auto value = evaluate(d.e, environment);
      if (value && expr::floor_mod(*value, d.modulus) != 0) {
        return true; // constant on the residue class, so the whole class is outside
      }
    }
    const auto a = evaluate(left, environment);
    const auto b = evaluate(right, environment);
    if (a && b && *a == *b) {
      return true;
    }
    reason = "differs at";
    for (std::size_t v = 0; v < at.variables().size(); ++v) {
      reason += fmt::format(" {}={}", at.variables()[v].name(), expr::to_string(at.values()[v]));
    }
    reason += fmt::format(": {} and {}", a ? expr::to_string(*a) : describe(a.error()),
                          b ? expr::to_string(*b) : describe(b.error()));
    return false;
  });
  return reason;
}

std::string refute_non_negative(const Expr& e, Symbol y) {
  const auto degree = degree_bound(e);
  const auto names = expr::free_variables(e);
  if (!degree || period_of(e) != 1 || names.size() > 1 || (names.size() == 1 && names[0] != y)) {
    return "not a polynomial in one variable: " + expr::to_text(e);
  }
  std::vector<Int> values;
  for (int t = 0; t <= *degree; ++t) {
    expr::Environment environment;
    environment.bind(y, t);
    const auto value = evaluate(e, environment);
    if (!value) {
      return describe(value.error());
    }
    values.push_back(*value);
  }
  for (std::size_t order = 0; !values.empty(); ++order) {
    if (values.front() < 0) {
      return fmt::format("forward difference {} at 0 is {}", order, expr::to_string(values.front()));
    }
    for (std::size_t i = 0; i + 1 < values.size(); ++i) {
      values[i] = values[i + 1] - values[i];
    }
    values.pop_back();
  }
  return "";
}

} // namespace mapwright::index_map
