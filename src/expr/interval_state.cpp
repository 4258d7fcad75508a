#include "expr/interval_state.hpp"

#include "expr/interval_evaluate.hpp"

#include <algorithm>

namespace mapwright::expr {

namespace {

bool mentions(const Expr& e, Symbol name) {
  if (e.op() == Op::variable) {
    return e.name() == name;
  }
  return std::any_of(e.operands().begin(), e.operands().end(),
                     [name](const Expr& operand) { return mentions(operand, name); });
}

// Bounds of an interval: int_min and int_max stand for "no bound" and stay so.
Int lower_minus(Int low, Int x) {
  return low == int_min ? int_min : saturating_sub(low, x);
}
Int upper_minus(Int high, Int x) {
  return high == int_max ? int_max : saturating_sub(high, x);
}
Int lower_plus(Int low, Int x) {
  return low == int_min ? int_min : saturating_add(low, x);
}
Int upper_plus(Int high, Int x) {
  return high == int_max ? int_max : saturating_add(high, x);
}

/// The x with x * y in `values` for some y in `factor`, where factor.low > 0.
Interval divided(const Interval& values, const Interval& factor) {
  Interval x = everything;
  if (values.low != int_min) {
    x.low = -floor_div(-values.low, values.low <= 0 ? factor.low : factor.high);
  }
  if (values.high != int_max) {
    x.high = floor_div(values.high, values.high >= 0 ? factor.low : factor.high);
  }
  return x;
}

} // namespace

const Interval* State::find(Symbol name) const {
  for (auto it = bindings.rbegin(); it != bindings.rend(); ++it) {
    if (it->first == name) {
      return &it->second;
    }
  }
  return nullptr;
}

void State::bind(Symbol name, const Interval& values) {
  forget(name);
  bindings.emplace_back(name, values);
}

bool State::assign(Symbol name, const Interval& values) {
  for (auto it = bindings.rbegin(); it != bindings.rend(); ++it) {
    if (it->first == name) {
      it->second = values;
      forget(name);
      return true;
    }
  }
  return false;
}

void State::restrict(Symbol name, const Interval& values) {
  for (auto it = bindings.rbegin(); it != bindings.rend(); ++it) {
    if (it->first == name) {
      const auto both = intersect(it->second, values);
      reachable = reachable && both;
      it->second = both.value_or(it->second);
      return;
    }
  }
}

void State::forget(Symbol name) {
  std::erase_if(facts, [name](const OrderFact& f) { return mentions(f.lesser, name) || mentions(f.greater, name); });
}

void State::add_fact(const Expr& lesser, const Expr& greater, Int gap) {
  OrderFact fact{lesser, greater, gap};
  if (std::find(facts.begin(), facts.end(), fact) == facts.end()) {
    facts.push_back(std::move(fact));
  }
}

void collect_assumed(const Block& block, std::vector<const Assume*>& out) {
  for (const Statement& statement : block) {
    if (const auto* s = std::get_if<Assume>(&statement.is)) {
      out.push_back(s);
    } else if (const auto* branch = std::get_if<If>(&statement.is)) {
      collect_assumed(branch->then_block, out);
      collect_assumed(branch->else_block, out);
    } else if (const auto* loop = std::get_if<For>(&statement.is)) {
      collect_assumed(loop->body, out);
    }
  }
}

State join(const State& a, const State& b) {
  if (!a.reachable || !b.reachable) {
    return a.reachable ? a : b;
  }
  State both = a;
  for (std::size_t i = 0; i < both.bindings.size(); ++i) {
    both.bindings[i].second = hull(a.bindings[i].second, b.bindings[i].second);
  }
  std::erase_if(both.facts, [&b](const OrderFact& fact) {
    return std::find(b.facts.begin(), b.facts.end(), fact) == b.facts.end();
  });
  return both;
}

void push_bounds(State& next, const State& last, const Bounds& limits) {
  for (std::size_t i = 0; i < next.bindings.size(); ++i) {
    auto& [name, values] = next.bindings[i];
    const Interval& old = last.bindings[i].second;
    Int low = int_min;
    Int high = int_max;
    for (const auto& [limited, limit] : limits) {
      if (limited == name) {
        low = limit.low <= values.low ? std::max(low, limit.low) : low;
        high = limit.high >= values.high ? std::min(high, limit.high) : high;
      }
    }
    values.low = values.low < old.low ? low : values.low;
    values.high = values.high > old.high ? high : values.high;
  }
}

std::optional<Interval> Narrower::peek(const Expr& e) const {
  return IntervalEvaluator(tables_, nullptr).value(e, state_);
}

void Narrower::assume(const Expr& e, bool truth) {
  const auto value = peek(e);
  if (!value || (truth ? *value == Interval{0, 0} : !value->contains(0))) {
    state_.reachable = false;
    return;
  }
  switch (e.op()) {
  case Op::less:
    return truth ? order(e.operand(0), e.operand(1), 1) : order(e.operand(1), e.operand(0), 0);
  case Op::less_equal:
    return truth ? order(e.operand(0), e.operand(1), 0) : order(e.operand(1), e.operand(0), 1);
  case Op::equal:
    return truth ? same(e.operand(0), e.operand(1)) : different(e.operand(0), e.operand(1));
  case Op::not_equal:
    return truth ? different(e.operand(0), e.operand(1)) : same(e.operand(0), e.operand(1));
  case Op::logical_not:
    return assume(e.operand(0), !truth);
  case Op::logical_and:
  case Op::logical_or:
    // `a and b` true, or `a or b` false: both operands are known. Of the other outcomes nothing single follows.
    if (truth == (e.op() == Op::logical_and)) {
      assume(e.operand(0), truth);
      if (state_.reachable) {
        assume(e.operand(1), truth);
      }
    }
    return;
  default:
    return truth ? different(e, Expr(0)) : narrow(e, {0, 0});
  }
}

void Narrower::order(const Expr& lesser, const Expr& greater, Int gap) {
  const auto a = peek(lesser);
  const auto b = peek(greater);
  if (!a || !b) {
    state_.reachable = false;
    return;
  }
  narrow(lesser, {int_min, saturating_sub(b->high, gap)});
  narrow(greater, {saturating_add(a->low, gap), int_max});
  state_.add_fact(lesser, greater, gap);
}

void Narrower::same(const Expr& a, const Expr& b) {
  const auto values_a = peek(a);
  const auto values_b = peek(b);
  if (!values_a || !values_b) {
    state_.reachable = false;
    return;
  }
  narrow(a, *values_b);
  narrow(b, *values_a);
  state_.add_fact(a, b, 0);
  state_.add_fact(b, a, 0);
}

/// Only a single value at the end of the other interval can be cut off.
void Narrower::different(const Expr& a, const Expr& b) {
  const auto values_a = peek(a);
  const auto values_b = peek(b);
  if (!values_a || !values_b) {
    state_.reachable = false;
    return;
  }
  const auto cut = [this](const Expr& e, const Interval& values, const Interval& excluded) {
    if (excluded.low != excluded.high) {
      return;
    }
    if (values.low == excluded.low && values.low < int_max) {
      narrow(e, {values.low + 1, int_max});
    } else if (values.high == excluded.low && values.high > int_min) {
      narrow(e, {int_min, values.high - 1});
    }
  };
  cut(a, *values_a, *values_b);
  cut(b, *values_b, *values_a);
}

void Narrower::narrow(const Expr& e, const Interval& values) {
  const auto known = state_.reachable ? peek(e) : std::nullopt;
  const auto both = known ? intersect(*known, values) : std::nullopt;
  if (!both) {
    state_.reachable = false;
  } else if (e.op() == Op::variable) {
    state_.restrict(e.name(), values);
  } else if (*both != *known) {
    narrow_operation(e, values);
  }
}

void Narrower::narrow_operation(const Expr& e, const Interval& values) {
  const auto operand = [&](std::size_t i) { return peek(e.operand(i)).value_or(everything); };
  switch (e.op()) {
  case Op::add: {
    const Interval b = operand(1);
    narrow(e.operand(0), {lower_minus(values.low, b.high), upper_minus(values.high, b.low)});
    const Interval a = operand(0);
    narrow(e.operand(1), {lower_minus(values.low, a.high), upper_minus(values.high, a.low)});
    return;
  }
  case Op::sub: {
    const Interval b = operand(1);
    narrow(e.operand(0), {lower_plus(values.low, b.low), upper_plus(values.high, b.high)});
    const Interval a = operand(0);
    narrow(e.operand(1), {values.high == int_max ? int_min : saturating_sub(a.low, values.high),
                          values.low == int_min ? int_max : saturating_sub(a.high, values.low)});
    return;
  }
  case Op::mul:
    return narrow_product(e, values);
  case Op::floor_div:
  case Op::nonneg_div:
  case Op::exact_div:
    return narrow_quotient(e, values);
  case Op::minimum:
    narrow(e.operand(0), {values.low, int_max});
    return narrow(e.operand(1), {values.low, int_max});
  case Op::maximum:
    narrow(e.operand(0), {int_min, values.high});
    return narrow(e.operand(1), {int_min, values.high});
  default:
    return;
  }
}

void Narrower::narrow_product(const Expr& e, const Interval& values) {
  if (e.operand(0) == e.operand(1)) {
    if (values.high != int_max) {
      const Int reach = integer_root(std::max<Int>(values.high, 0), 2);
      narrow(e.operand(0), {-reach, reach});
    }
    return;
  }
  for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
    const auto factor = peek(e.operand(1 - i));
    if (factor && factor->low > 0) {
      narrow(e.operand(i), divided(values, *factor));
    }
  }
}

/// floor(a / b) in values, with b > 0: values.low * b <= a < (values.high + 1) * b.
void Narrower::narrow_quotient(const Expr& e, const Interval& values) {
  const auto divisor = peek(e.operand(1));
  if (!divisor || divisor->low <= 0) {
    return;
  }
  Interval dividend = everything;
  if (values.low != int_min) {
    dividend.low = saturating_mul(values.low, values.low >= 0 ? divisor->low : divisor->high);
  }
  if (values.high != int_max) {
    const Int beyond = values.high + 1;
    dividend.high = upper_minus(saturating_mul(beyond, beyond > 0 ? divisor->high : divisor->low), 1);
  }
  narrow(e.operand(0), dividend);
}

} // namespace mapwright::expr
