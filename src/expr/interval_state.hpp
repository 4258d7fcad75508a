// What interval analysis knows at one point of a function, and how a condition adds to it.
#pragma once

#include "expr/interval.hpp"
#include "expr/interval_rules.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace mapwright::expr {

/// lesser + gap <= greater holds, as expressions of the names bound at this point.
struct OrderFact {
  Expr lesser;
  Expr greater;
  Int gap = 0;
  friend bool operator==(const OrderFact&, const OrderFact&) = default;
};

using Bounds = std::vector<std::pair<Symbol, Interval>>;

/// Intervals of the bound names, innermost last, and facts between expressions. `reachable` is false where no
/// execution without a fault arrives.
struct State {
  Bounds bindings{};
  std::vector<OrderFact> facts{};
  bool reachable = true;

  [[nodiscard]] const Interval* find(Symbol name) const;
  void bind(Symbol name, const Interval& values);
  /// Replaces the innermost binding, forgetting facts about the name; false when there is none.
  bool assign(Symbol name, const Interval& values);
  /// The innermost binding lies in `values` as well.
  void restrict(Symbol name, const Interval& values);
  void forget(Symbol name); ///< drops facts that mention the name
  void add_fact(const Expr& lesser, const Expr& greater, Int gap);
  friend bool operator==(const State&, const State&) = default;
};

/// The Assumes of a block and of those inside it, in order.
void collect_assumed(const Block& block, std::vector<const Assume*>& out);

/// What is known where either may be the case. Both have the same names bound.
State join(const State& a, const State& b);

/// Widening: every bound of `next` beyond that of `last` moves to the nearest limit stated for its name, or away
/// altogether. Both have the same names bound.
void push_bounds(State& next, const State& last, const Bounds& limits);

/// Draws consequences for names from what is known of expressions.
class Narrower {
public:
  Narrower(State& state, Tables tables) : state_(state), tables_(tables) {}

  /// e != 0 (truth) or e = 0.
  void assume(const Expr& e, bool truth);
  /// The value of e lies in `values`.
  void narrow(const Expr& e, const Interval& values);

private:
  void order(const Expr& lesser, const Expr& greater, Int gap);
  void same(const Expr& a, const Expr& b);
  void different(const Expr& a, const Expr& b);
  void narrow_operation(const Expr& e, const Interval& values);
  void narrow_product(const Expr& e, const Interval& values);
  void narrow_quotient(const Expr& e, const Interval& values);

  [[nodiscard]] std::optional<Interval> peek(const Expr& e) const;

  State& state_;
  Tables tables_;
};

} // namespace mapwright::expr
