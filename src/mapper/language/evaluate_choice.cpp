// Values that depend on a condition: ||, && and ?:.
#include "mapper/language/evaluation_errors.hpp"
#include "mapper/language/evaluator.hpp"

#include <utility>

namespace mapwright::mapper::language {

/// a || b, a && b: b is evaluated only where a leaves the outcome open.
Evaluated<Value> Evaluator::connective(const Expression& e) {
  const bool conjunction = e.operation == BinaryOperator::logical_and;
  const std::string_view sides = conjunction ? "a side of &&" : "a side of ||";
  auto left = truth(e.operands[0], sides);
  if (!left) {
    return tl::unexpected<Diagnostic>(std::move(left.error()));
  }
  if (left->is_integer()) {
    if ((left->value != 0) != conjunction) {
      return TruthValue{*std::move(left)};
    }
    auto right = truth(e.operands[1], sides);
    if (!right) {
      return tl::unexpected<Diagnostic>(std::move(right.error()));
    }
    return TruthValue{*std::move(right)};
  }
  arithmetic_.assume(*left, conjunction);
  auto right = truth(e.operands[1], sides);
  arithmetic_.forget();
  if (!right) {
    return tl::unexpected<Diagnostic>(std::move(right.error()));
  }
  auto result = located(conjunction ? arithmetic_.both(*left, *right) : arithmetic_.either(*left, *right), e.span);
  if (!result) {
    return tl::unexpected<Diagnostic>(std::move(result.error()));
  }
  return TruthValue{*std::move(result)};
}

Evaluated<Value> Evaluator::conditional(const Expression& e) {
  const auto condition = truth(e.operands[0], "what stands before '?'");
  if (!condition) {
    return tl::unexpected<Diagnostic>(condition.error());
  }
  if (condition->is_integer()) {
    return value(e.operands[condition->value != 0 ? 1 : 2]);
  }
  arithmetic_.assume(*condition, true);
  const auto chosen = value(e.operands[1]);
  arithmetic_.forget();
  if (!chosen) {
    return chosen;
  }
  arithmetic_.assume(*condition, false);
  const auto other = value(e.operands[2]);
  arithmetic_.forget();
  return other ? merge(e, *condition, *chosen, *other) : other;
}

/// One value out of two, by a condition that depends on the point of the launch.
Evaluated<Value> Evaluator::merge(const Expression& e, const Number& condition, const Value& a, const Value& b) {
  const auto choose = [&](const Number& x, const Number& y) {
    return located(arithmetic_.choose(condition, x, y), e.span);
  };
  if (a.index() == b.index() && std::holds_alternative<Number>(a)) {
    return choose(std::get<Number>(a), std::get<Number>(b));
  }
  if (a.index() == b.index() && std::holds_alternative<TruthValue>(a)) {
    auto merged = choose(std::get<TruthValue>(a).number, std::get<TruthValue>(b).number);
    return merged ? Evaluated<Value>(TruthValue{*std::move(merged)}) : tl::unexpected<Diagnostic>(merged.error());
  }
  const auto* tuple = std::get_if<TupleValue>(&a);
  const auto* other_tuple = std::get_if<TupleValue>(&b);
  if (tuple != nullptr && other_tuple != nullptr && tuple->elements.size() == other_tuple->elements.size()) {
    TupleValue out;
    for (std::size_t i = 0; i < tuple->elements.size(); ++i) {
      auto merged = choose(tuple->elements[i], other_tuple->elements[i]);
      if (!merged) {
        return tl::unexpected<Diagnostic>(std::move(merged.error()));
      }
      out.elements.push_back(*std::move(merged));
    }
    return out;
  }
  const auto* points = std::get_if<PointsValue>(&a);
  const auto* other_points = std::get_if<PointsValue>(&b);
  if (points != nullptr && other_points != nullptr && points->kind == other_points->kind &&
      points->members.size() == other_points->members.size()) {
    PointsValue out{points->kind, {}};
    for (std::size_t i = 0; i < points->members.size(); ++i) {
      auto node = choose(points->members[i].node, other_points->members[i].node);
      auto processor = choose(points->members[i].processor, other_points->members[i].processor);
      if (!node || !processor) {
        return tl::unexpected<Diagnostic>((node ? processor : node).error());
      }
      out.members.push_back({*std::move(node), *std::move(processor)});
    }
    return out;
  }
  return objection(e.span, "which of two values of different shape this is depends on the point of the launch");
}

} // namespace mapwright::mapper::language
