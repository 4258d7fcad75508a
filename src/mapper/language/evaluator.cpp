#include "mapper/language/evaluator.hpp"

#include "mapper/language/evaluation_errors.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper::language {

namespace {

/// Puts a number back at the end of a scope.
template <class T> class Restored {
public:
  explicit Restored(T& place) : place_(place), kept_(place) {}
  Restored(const Restored&) = delete;
  Restored& operator=(const Restored&) = delete;
  ~Restored() { place_ = kept_; }

private:
  T& place_;
  T kept_;
};

} // namespace

bool Evaluator::spend(std::uint64_t steps) {
  steps_ += std::min(steps, limits_.steps + 1);
  return steps_ <= limits_.steps;
}

Evaluated<Value> Evaluator::evaluate(const Expression& e) {
  steps_ = 0;
  return value(e);
}

Evaluated<Value> Evaluator::value(const Expression& e) {
  if (!spend(1)) {
    return objection(e.span, fmt::format("evaluation takes more than {} steps", limits_.steps),
                     "a function that calls itself must come to an end");
  }
  const Restored<int> depth(depth_);
  if (++depth_ > limits_.depth) {
    return objection(e.span, fmt::format("evaluation is more than {} levels deep", limits_.depth),
                     "a function that calls itself must come to an end");
  }
  auto result = value_of(e);
  const auto* tuple = result ? std::get_if<TupleValue>(&*result) : nullptr;
  if (tuple != nullptr && !spend(tuple->elements.size())) {
    return objection(e.span, fmt::format("evaluation takes more than {} steps", limits_.steps), "use shorter tuples");
  }
  return result;
}

Evaluated<Value> Evaluator::value_of(const Expression& e) {
  switch (e.kind) {
  case ExpressionKind::integer:
    return Number{e.value};
  case ExpressionKind::boolean:
    return TruthValue{Number{e.value}};
  case ExpressionKind::name:
    return name(e);
  case ExpressionKind::negate:
    return negate(e);
  case ExpressionKind::binary:
    return e.operation == BinaryOperator::logical_or || e.operation == BinaryOperator::logical_and ? connective(e)
                                                                                                   : binary(e);
  case ExpressionKind::conditional:
    return conditional(e);
  case ExpressionKind::index:
    return index(e);
  case ExpressionKind::slice:
    return slice(e);
  case ExpressionKind::member:
    return member(e);
  case ExpressionKind::method:
    return method(e);
  case ExpressionKind::call:
    return call(e);
  case ExpressionKind::tuple: {
    auto elements = numbers(e, 0);
    if (!elements) {
      return tl::unexpected<Diagnostic>(std::move(elements.error()));
    }
    return TupleValue{*std::move(elements)};
  }
  case ExpressionKind::comprehension:
    return comprehension(e);
  default:
    return objection(e.span, "this is not a value");
  }
}

Evaluated<Value> Evaluator::name(const Expression& e) {
  for (std::size_t i = locals_.size(); i > frame_; --i) {
    if (*locals_[i - 1].first == e.name) {
      return locals_[i - 1].second;
    }
  }
  const auto global = definitions_.variables.find(e.name);
  if (global == definitions_.variables.end()) {
    return objection(e.span, fmt::format("'{}' has no value yet", e.name), "define it before it is used");
  }
  return global->second;
}

Evaluated<Number> Evaluator::number(const Expression& e, std::string_view what) {
  auto found = value(e);
  if (!found) {
    return tl::unexpected<Diagnostic>(std::move(found.error()));
  }
  if (auto* plain = std::get_if<Number>(&*found)) {
    return std::move(*plain);
  }
  return mismatch(e.span, what, "an integer", *found);
}

Evaluated<Number> Evaluator::truth(const Expression& e, std::string_view what) {
  auto found = value(e);
  if (!found) {
    return tl::unexpected<Diagnostic>(std::move(found.error()));
  }
  if (auto* condition = std::get_if<TruthValue>(&*found)) {
    return std::move(condition->number);
  }
  return mismatch(e.span, what, "a condition", *found);
}

/// Of a number that must not depend on the point of the launch.
Evaluated<std::int64_t> Evaluator::integer(const Number& number, Span where) {
  if (!number.is_integer()) {
    return objection(where, "this depends on the point of the launch");
  }
  return number.value;
}

Evaluated<std::vector<Value>> Evaluator::operands(const Expression& e, std::size_t from) {
  std::vector<Value> out;
  for (std::size_t i = from; i < e.operands.size(); ++i) {
    const Expression& operand = e.operands[i];
    const bool unpacks = operand.kind == ExpressionKind::unpack;
    auto found = value(unpacks ? operand.operands[0] : operand);
    if (!found) {
      return tl::unexpected<Diagnostic>(std::move(found.error()));
    }
    if (!unpacks) {
      out.push_back(*std::move(found));
      continue;
    }
    const auto* tuple = std::get_if<TupleValue>(&*found);
    if (tuple == nullptr) {
      return mismatch(operand.span, "what '*' unpacks", "a tuple", *found);
    }
    out.insert(out.end(), tuple->elements.begin(), tuple->elements.end());
    if (out.size() > limits_.elements || !spend(tuple->elements.size())) {
      return objection(operand.span, fmt::format("a list of more than {} elements", limits_.elements));
    }
  }
  return out;
}

Evaluated<std::vector<Number>> Evaluator::numbers(const Expression& e, std::size_t from) {
  auto all = operands(e, from);
  if (!all) {
    return tl::unexpected<Diagnostic>(std::move(all.error()));
  }
  std::vector<Number> out;
  for (Value& each : *all) {
    auto* plain = std::get_if<Number>(&each);
    if (plain == nullptr) {
      return mismatch(e.span, "an element", "an integer", each);
    }
    out.push_back(std::move(*plain));
  }
  return out;
}

Evaluated<Value> Evaluator::negate(const Expression& e) {
  auto operand = value(e.operands[0]);
  if (!operand) {
    return operand;
  }
  if (auto* tuple = std::get_if<TupleValue>(&*operand)) {
    for (Number& element : tuple->elements) {
      auto negated = located(arithmetic_.negate(element), e.span);
      if (!negated) {
        return tl::unexpected<Diagnostic>(std::move(negated.error()));
      }
      element = *std::move(negated);
    }
    return operand;
  }
  if (const auto* plain = std::get_if<Number>(&*operand)) {
    return located<Number>(arithmetic_.negate(*plain), e.span);
  }
  return mismatch(e.span, "what '-' negates", "an integer", *operand);
}

Evaluated<Value> Evaluator::binary(const Expression& e) {
  const auto left = value(e.operands[0]);
  if (!left) {
    return left;
  }
  const auto right = value(e.operands[1]);
  if (!right) {
    return right;
  }
  const bool arithmetic = e.operation >= BinaryOperator::add;
  const auto* a = std::get_if<TupleValue>(&*left);
  const auto* b = std::get_if<TupleValue>(&*right);
  if (arithmetic && a != nullptr && b != nullptr) {
    if (a->elements.size() != b->elements.size()) {
      return objection(e.span, fmt::format("'{}' between tuples of {} and {} elements", to_string(e.operation),
                                           a->elements.size(), b->elements.size()));
    }
    TupleValue out;
    for (std::size_t i = 0; i < a->elements.size(); ++i) {
      auto element = located(arithmetic_.apply(e.operation, a->elements[i], b->elements[i]), e.span);
      if (!element) {
        return tl::unexpected<Diagnostic>(std::move(element.error()));
      }
      out.elements.push_back(*std::move(element));
    }
    return out;
  }
  const auto* x = std::get_if<Number>(&*left);
  const auto* y = std::get_if<Number>(&*right);
  const bool equality = e.operation == BinaryOperator::equal || e.operation == BinaryOperator::not_equal;
  if (const auto* p = std::get_if<TruthValue>(&*left); p != nullptr && equality) {
    const auto* q = std::get_if<TruthValue>(&*right);
    x = &p->number;
    y = q == nullptr ? nullptr : &q->number;
  }
  if (x == nullptr || y == nullptr) {
    return objection(e.span,
                     fmt::format("'{}' between {} and {}", to_string(e.operation), describe(*left), describe(*right)));
  }
  auto result = located(arithmetic_.apply(e.operation, *x, *y), e.span);
  if (!result) {
    return tl::unexpected<Diagnostic>(std::move(result.error()));
  }
  if (arithmetic) {
    return *std::move(result);
  }
  return TruthValue{*std::move(result)};
}

} // namespace mapwright::mapper::language
