// Points of processor spaces, walked back to nodes and processors.
#include "mapper/language/evaluation_errors.hpp"
#include "mapper/language/evaluator.hpp"
#include "mapper/space/walk.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::mapper::language {

namespace {

/// Numbers that may be expressions, for space::walk_back. Coordinates lie within their space, so that the only trouble
/// is an expression that grows too large; it is kept.
class CoordinateArithmetic {
public:
  CoordinateArithmetic(const Arithmetic& arithmetic, std::optional<Trouble>& trouble)
      : arithmetic_(arithmetic), trouble_(trouble) {}

  static Number literal(std::int64_t n) { return Number{n}; }
  [[nodiscard]] Number add(const Number& a, const Number& b) const { return apply(BinaryOperator::add, a, b); }
  [[nodiscard]] Number times(const Number& a, std::int64_t n) const {
    return apply(BinaryOperator::multiply, a, literal(n));
  }
  [[nodiscard]] Number over(const Number& a, std::int64_t n) const {
    return apply(BinaryOperator::divide, a, literal(n));
  }
  [[nodiscard]] Number modulo(const Number& a, std::int64_t n) const {
    return apply(BinaryOperator::modulo, a, literal(n));
  }
  [[nodiscard]] Number from(std::int64_t n, const Number& a) const {
    return apply(BinaryOperator::subtract, literal(n), a);
  }

private:
  [[nodiscard]] Number apply(BinaryOperator operation, const Number& a, const Number& b) const {
    auto result = arithmetic_.apply(operation, a, b);
    if (!result) {
      trouble_ = std::move(result.error());
      return Number{};
    }
    return *std::move(result);
  }

  const Arithmetic& arithmetic_;
  std::optional<Trouble>& trouble_;
};

} // namespace

/// m[i, j, ...], where * stands for all indices of a dimension.
Evaluated<Value> Evaluator::processors(const Expression& e, const SpaceValue& space) {
  const std::vector<std::int64_t>& shape = space.space->shape();
  std::vector<std::optional<Number>> indices; // nothing: *
  std::vector<Span> spans;
  for (std::size_t i = 1; i < e.operands.size(); ++i) {
    const Expression& operand = e.operands[i];
    if (operand.kind == ExpressionKind::any) {
      indices.emplace_back(std::nullopt);
      spans.push_back(operand.span);
      continue;
    }
    const bool unpacks = operand.kind == ExpressionKind::unpack;
    auto found = value(unpacks ? operand.operands[0] : operand);
    if (!found) {
      return found;
    }
    if (const auto* tuple = std::get_if<TupleValue>(&*found); tuple != nullptr && unpacks) {
      indices.insert(indices.end(), tuple->elements.begin(), tuple->elements.end());
    } else if (const auto* plain = std::get_if<Number>(&*found); plain != nullptr && !unpacks) {
      indices.emplace_back(*plain);
    } else {
      return mismatch(operand.span, unpacks ? "what '*' unpacks" : "an index", unpacks ? "a tuple" : "an integer",
                      *found);
    }
    spans.resize(indices.size(), operand.span);
  }
  if (indices.size() != shape.size()) {
    return objection(
        e.span,
        fmt::format("a space of {} dimensions takes {} indices, not {}", shape.size(), shape.size(), indices.size()),
        fmt::format("its shape is ({})", fmt::join(shape, ", ")));
  }
  std::size_t count = 1;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (indices[d] && !arithmetic_.within(*indices[d], 0, shape[d] - 1)) {
      return objection(spans[d],
                       indices[d]->is_integer()
                           ? fmt::format("index {} of dimension {} is outside [0, {})", indices[d]->value, d, shape[d])
                           : fmt::format("the index of dimension {} may lie outside [0, {})", d, shape[d]),
                       fmt::format("the shape of the space is ({}); x % {} is always inside for x >= 0",
                                   fmt::join(shape, ", "), shape[d]));
    }
    if (!indices[d]) {
      count *= static_cast<std::size_t>(shape[d]);
      if (count > limits_.elements || !spend(count * shape.size())) {
        return objection(e.span, fmt::format("'*' stands for more than {} processors", limits_.elements),
                         "give the processors one by one");
      }
    }
  }
  PointsValue out{space.kind, {}};
  std::optional<Trouble> trouble;
  const CoordinateArithmetic walking(arithmetic_, trouble);
  for (std::size_t number = 0; number < count; ++number) {
    std::vector<Number> point;
    std::size_t rest = number;
    for (std::size_t d = 0; d < shape.size(); ++d) {
      const auto size = static_cast<std::size_t>(shape[d]);
      point.push_back(indices[d] ? *indices[d] : Number{static_cast<std::int64_t>(rest % size)});
      rest = indices[d] ? rest : rest / size;
    }
    const auto& steps = space.space->transformations();
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
      space::walk_back(*step, point, walking);
    }
    if (trouble) {
      return objection(e.span, trouble->message, trouble->hint);
    }
    out.members.push_back({std::move(point[0]), std::move(point[1])});
  }
  return out;
}

} // namespace mapwright::mapper::language
