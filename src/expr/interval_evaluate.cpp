#include "expr/interval_evaluate.hpp"

#include "expr/text.hpp"

#include <algorithm>

namespace mapwright::expr {

namespace {

constexpr int beyond_int = 129; ///< Analysis::bits when an intermediate may exceed Int

/// The entries of a fixed table at the given indices, all inside.
Interval entries(const Table& table, const Interval& index) {
  const auto first = table.values.begin() + static_cast<std::ptrdiff_t>(index.low);
  const auto last = table.values.begin() + static_cast<std::ptrdiff_t>(index.high) + 1;
  const auto [least, greatest] = std::minmax_element(first, last);
  return {*least, *greatest};
}

/// b <= a known: a - b is at least the gap.
std::optional<Interval> apply_facts(const Expr& e, const Interval& values, const State& state) {
  Interval narrowed = values;
  for (const OrderFact& fact : state.facts) {
    if (fact.lesser == e.operand(1) && fact.greater == e.operand(0)) {
      narrowed.low = std::max(narrowed.low, fact.gap);
    }
    if (fact.lesser == e.operand(0) && fact.greater == e.operand(1)) {
      narrowed.high = std::min(narrowed.high, -fact.gap);
    }
  }
  return narrowed.low <= narrowed.high ? std::optional<Interval>(narrowed) : std::nullopt;
}

} // namespace

void Recorder::intermediate(const Interval& values, bool overflows, const std::function<std::string()>& text) {
  const int bits = overflows ? beyond_int : signed_bits(values);
  if (bits > report_.bits) {
    report_.bits = bits;
    report_.widest = text();
    report_.widest_interval = values;
  }
}

void Recorder::node(const Expr& e, const Interval& values, bool overflows) {
  intermediate(values, overflows, [&e] { return to_text(e); });
  if (options_.keep_nodes) {
    const auto [place, inserted] = report_.nodes.try_emplace(e.node(), values);
    place->second = hull(place->second, values);
  }
}

void Recorder::name(Symbol name, const Interval& values) {
  const auto found = std::find_if(report_.names.begin(), report_.names.end(),
                                  [name](const auto& entry) { return entry.first == name; });
  if (found == report_.names.end()) {
    report_.names.emplace_back(name, values);
  } else {
    found->second = hull(found->second, values);
  }
}

void Recorder::hazard(FaultKind kind, const std::function<std::string()>& text) {
  if (!options_.keep_hazards) {
    return;
  }
  Hazard found{kind, text()};
  const bool known = std::any_of(report_.hazards.begin(), report_.hazards.end(),
                                 [&found](const Hazard& h) { return h.kind == found.kind && h.at == found.at; });
  if (!known) {
    report_.hazards.push_back(std::move(found));
  }
}

std::optional<Interval> IntervalEvaluator::value(const Expr& e, const State& state) const {
  if (!state.reachable) {
    return std::nullopt;
  }
  const Image result = image(e, state);
  if (recorder_ != nullptr && result.hazard) {
    recorder_->hazard(*result.hazard, [&e] { return to_text(e); });
  }
  if (recorder_ != nullptr && result.values) {
    recorder_->node(e, *result.values, result.overflows);
  }
  return result.values;
}

Image IntervalEvaluator::image(const Expr& e, const State& state) const {
  if (e.op() == Op::constant) {
    return {Interval{e.value(), e.value()}, false, {}};
  }
  if (e.op() == Op::variable) {
    const Interval* known = state.find(e.name());
    return known != nullptr ? Image{*known, false, {}} : Image{std::nullopt, false, FaultKind::unbound};
  }
  const auto first = value(e.operand(0), state);
  if (!first) {
    return {};
  }
  switch (e.op()) {
  case Op::load:
    return load(e, *first);
  case Op::root: {
    const int degree = static_cast<int>(e.value());
    Image result = image_of_root(degree, *first);
    if (recorder_ != nullptr && result.values) {
      const auto beyond = integer_power(result.values->high + 1, degree);
      recorder_->intermediate({0, beyond.value_or(int_max)}, !beyond,
                              [&e] { return "(" + to_text(e) + " + 1)**" + to_string(e.value()); });
    }
    return result;
  }
  case Op::select:
    return select(e, *first, state);
  case Op::logical_and:
  case Op::logical_or:
    return short_circuit(e, *first, state);
  default:
    break;
  }
  if (e.operands().size() == 1) {
    return image_of(e.op(), *first, *first, false);
  }
  const auto second = value(e.operand(1), state);
  if (!second) {
    return {};
  }
  Image result = image_of(e.op(), *first, *second, e.operand(0) == e.operand(1));
  if (e.op() == Op::sub && result.values) {
    // The exact difference lies in the narrowed interval, so that a bound it replaces no longer overflows.
    const auto narrowed = apply_facts(e, *result.values, state);
    const bool low_fits = checked_sub(first->low, second->high) || (narrowed && narrowed->low > int_min);
    const bool high_fits = checked_sub(first->high, second->low) || (narrowed && narrowed->high < int_max);
    result = {narrowed, result.overflows && !(low_fits && high_fits), result.hazard};
  }
  return result;
}

Image IntervalEvaluator::load(const Expr& e, const Interval& index) const {
  const Table* table = find_table(tables_, e.name());
  if (table == nullptr) {
    return {std::nullopt, false, FaultKind::unbound};
  }
  if (table->values.empty()) { // a declaration of a run-time table, whose length is not known here
    return table->runtime ? Image{Interval{table->least, table->greatest}, false, FaultKind::out_of_table}
                          : Image{std::nullopt, false, FaultKind::out_of_table};
  }
  const auto inside = intersect(index, {0, static_cast<Int>(table->values.size()) - 1});
  if (!inside) {
    return {std::nullopt, false, FaultKind::out_of_table};
  }
  const std::optional<FaultKind> hazard = *inside == index ? std::nullopt : std::optional(FaultKind::out_of_table);
  if (table->runtime) {
    return {Interval{table->least, table->greatest}, false, hazard};
  }
  return {entries(*table, *inside), false, hazard};
}

std::optional<Interval> IntervalEvaluator::guarded(const Expr& e, const Expr& condition, bool truth,
                                                   const State& state) const {
  State inside = state;
  Narrower(inside, tables_).assume(condition, truth);
  return value(e, inside);
}

Image IntervalEvaluator::select(const Expr& e, const Interval& condition, const State& state) const {
  const bool may_hold = condition != Interval{0, 0};
  const bool may_fail = condition.contains(0);
  const auto chosen = may_hold ? guarded(e.operand(1), e.operand(0), true, state) : std::nullopt;
  const auto other = may_fail ? guarded(e.operand(2), e.operand(0), false, state) : std::nullopt;
  if (chosen && other) {
    return {hull(*chosen, *other), false, {}};
  }
  return {chosen ? chosen : other, false, {}};
}

/// E25, E26: the second operand is evaluated only where the first leaves the outcome open.
Image IntervalEvaluator::short_circuit(const Expr& e, const Interval& first, const State& state) const {
  const bool conjunction = e.op() == Op::logical_and;
  const bool may_decide = conjunction ? first.contains(0) : first != Interval{0, 0};
  const bool may_go_on = conjunction ? first != Interval{0, 0} : first.contains(0);
  const Int decided = conjunction ? 0 : 1;
  const auto second = may_go_on ? guarded(e.operand(1), e.operand(0), conjunction, state) : std::nullopt;
  if (!second) {
    return {may_decide ? std::optional<Interval>({decided, decided}) : std::nullopt, false, {}};
  }
  const Interval truth{second->contains(0) ? 0 : 1, *second == Interval{0, 0} ? 0 : 1};
  return {may_decide ? hull(truth, {decided, decided}) : truth, false, {}};
}

std::optional<Interval> interval_of(const Expr& e, std::span<const std::pair<Symbol, Interval>> names, Tables tables) {
  State state;
  state.bindings.assign(names.begin(), names.end());
  return IntervalEvaluator(tables, nullptr).value(e, state);
}

} // namespace mapwright::expr
