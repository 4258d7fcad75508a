#include "expr/function.hpp"

#include <algorithm>

namespace mapwright::expr {

namespace {

// Weights of operations, relative to an addition, rounded from throughputs on current GPUs and CPUs.
constexpr double simple_cost = 1;
constexpr double multiply_cost = 3;
constexpr double load_cost = 4;
constexpr double divide_by_literal_cost = 4; // multiply-high, shift, correction
constexpr double divide_cost = 20;
constexpr double call_cost = 20; // power with an exponent known only at run time

double root_cost(Int degree) {
  return degree == 2 ? 20 : degree == 3 ? 40 : 60;
}

double power_cost(const Expr& exponent) {
  if (!exponent.is_constant() || exponent.value() < 0) {
    return call_cost;
  }
  double cost = 0; // one squaring per further bit, one product per further set bit
  for (Int e = exponent.value(); e > 1; e >>= 1) {
    cost += multiply_cost * ((e & 1) != 0 ? 2 : 1);
  }
  return cost;
}

double operation_cost(const Expr& e) {
  switch (e.op()) {
  case Op::constant:
  case Op::variable:
    return 0;
  case Op::mul:
    return multiply_cost;
  case Op::floor_div:
  case Op::floor_mod:
  case Op::exact_div:
  case Op::nonneg_div:
  case Op::nonneg_mod:
    return e.operand(1).is_constant() ? divide_by_literal_cost : divide_cost;
  case Op::root:
    return root_cost(e.value());
  case Op::power:
    return power_cost(e.operand(1));
  case Op::load:
    return load_cost;
  default:
    return simple_cost;
  }
}

double expression_cost(const Expr& e) {
  double cost = operation_cost(e);
  for (const Expr& operand : e.operands()) {
    cost += expression_cost(operand);
  }
  return cost;
}

class CostOfFunction {
public:
  explicit CostOfFunction(double trip) : trip_(trip) {}

  double block(const Block& statements) {
    double cost = 0;
    for (const Statement& statement : statements) {
      cost += std::visit([this](const auto& s) { return one(s); }, statement.is);
    }
    return cost;
  }

private:
  [[nodiscard]] double times(const Expr& count) const {
    return count.is_constant() ? static_cast<double>(std::max<Int>(0, count.value())) : trip_;
  }

  double one(const Let& s) { return expression_cost(s.value); }
  double one(const Declare& s) { return expression_cost(s.value); }
  double one(const Assign& s) { return expression_cost(s.value); }
  double one(const Assume& /*a fact, not code*/) { return 0; }

  /// The dearer branch: lanes of a device run together.
  double one(const If& s) {
    return simple_cost + expression_cost(s.condition) + std::max(block(s.then_block), block(s.else_block));
  }

  double one(const For& s) { return expression_cost(s.count) + times(s.count) * (simple_cost + block(s.body)); }

  double one(const Solve& s) {
    const double condition = expression_cost(s.condition);
    const double bounds = expression_cost(s.low) + expression_cost(s.high);
    if (const auto* bisection = std::get_if<Bisection>(&s.method)) {
      const double halving = 3 * simple_cost + condition; // the middle, and which half
      return bounds + expression_cost(bisection->iterations) + times(bisection->iterations) * halving;
    }
    const auto& root = std::get<RootEstimate>(s.method);
    double estimate = root_cost(root.degree) + expression_cost(root.radicand);
    if (!root.offset.is_constant(0)) {
      estimate += simple_cost + expression_cost(root.offset);
    }
    if (!root.divisor.is_constant(1)) {
      estimate += (root.divisor.is_constant() ? divide_by_literal_cost : divide_cost) + expression_cost(root.divisor);
    }
    const double clamp = 2 * simple_cost;
    return bounds + estimate + clamp + (root.down + root.up) * (simple_cost + condition);
  }

  double trip_;
};

} // namespace

double static_cost(const Function& f, double trip) {
  double cost = CostOfFunction(trip).block(f.body);
  for (const Expr& e : f.results) {
    cost += expression_cost(e);
  }
  return cost;
}

} // namespace mapwright::expr
