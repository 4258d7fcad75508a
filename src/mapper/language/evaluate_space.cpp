// Elements of tuples, attributes of spaces, tuples and tasks.
#include "mapper/language/evaluation_errors.hpp"
#include "mapper/language/evaluator.hpp"

#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper::language {

namespace {

TupleValue tuple_of(const std::vector<std::int64_t>& values) {
  TupleValue out;
  for (const std::int64_t value : values) {
    out.elements.push_back(Number{value});
  }
  return out;
}

} // namespace

Evaluated<Value> Evaluator::index(const Expression& e) {
  auto base = value(e.operands[0]);
  if (!base) {
    return base;
  }
  if (const auto* tuple = std::get_if<TupleValue>(&*base)) {
    return element(e, *tuple);
  }
  if (const auto* space = std::get_if<SpaceValue>(&*base)) {
    return processors(e, *space);
  }
  return objection(e.operands[0].span, fmt::format("{} has no elements", describe(*base)),
                   "tuples and processor spaces are indexed");
}

Evaluated<Value> Evaluator::element(const Expression& e, const TupleValue& tuple) {
  const auto size = static_cast<std::int64_t>(tuple.elements.size());
  if (e.operands.size() != 2 || e.operands[1].kind == ExpressionKind::any) {
    return objection(e.span, "a tuple takes one index", "elements are t[0], t[1], ..., and t[-1] is the last");
  }
  const auto indices = numbers(e, 1);
  if (!indices) {
    return tl::unexpected<Diagnostic>(indices.error());
  }
  if (indices->size() != 1) {
    return objection(e.span, "a tuple takes one index", "elements are t[0], t[1], ..., and t[-1] is the last");
  }
  const auto given = integer(indices->front(), e.operands[1].span);
  if (!given) {
    return tl::unexpected<Diagnostic>(given.error());
  }
  if (*given < -size || *given >= size) {
    return objection(e.operands[1].span, fmt::format("index {} of a tuple of {} elements", *given, size),
                     size == 0 ? "" : fmt::format("indices are 0 to {}, or -{} to -1 from the end", size - 1, size));
  }
  return tuple.elements[static_cast<std::size_t>(*given < 0 ? *given + size : *given)];
}

Evaluated<Value> Evaluator::slice(const Expression& e) {
  auto base = value(e.operands[0]);
  if (!base) {
    return base;
  }
  TupleValue all;
  if (const auto* space = std::get_if<SpaceValue>(&*base)) {
    all = tuple_of(space->space->shape());
  } else if (auto* tuple = std::get_if<TupleValue>(&*base)) {
    all = std::move(*tuple);
  } else {
    return objection(e.operands[0].span, fmt::format("{} has no elements", describe(*base)),
                     "tuples and processor spaces are sliced");
  }
  const auto size = static_cast<std::int64_t>(all.elements.size());
  std::int64_t ends[2] = {0, size};
  for (std::size_t i = 0; i < 2; ++i) {
    const Expression& end = e.operands[i + 1];
    if (end.kind == ExpressionKind::omitted) {
      continue;
    }
    auto found = number(end, "an end of a slice");
    if (!found) {
      return tl::unexpected<Diagnostic>(std::move(found.error()));
    }
    const auto given = integer(*found, end.span);
    if (!given) {
      return tl::unexpected<Diagnostic>(given.error());
    }
    const bool from_the_end = *given < 0 || (i == 1 && *given == 0);
    if (*given < -size || *given > size) {
      return objection(end.span, fmt::format("end {} of a slice of {} elements", *given, size),
                       fmt::format("ends lie between -{} and {}", size, size));
    }
    ends[i] = from_the_end ? *given + size : *given;
  }
  TupleValue out;
  for (std::int64_t i = ends[0]; i < ends[1]; ++i) {
    out.elements.push_back(std::move(all.elements[static_cast<std::size_t>(i)]));
  }
  return out;
}

Evaluated<Value> Evaluator::member(const Expression& e) {
  auto base = value(e.operands[0]);
  if (!base) {
    return base;
  }
  if (const auto* const* task = std::get_if<const TaskView*>(&*base)) {
    return task_member(e, **task);
  }
  TupleValue sizes;
  if (const auto* space = std::get_if<SpaceValue>(&*base)) {
    sizes = tuple_of(space->space->shape());
  } else if (auto* tuple = std::get_if<TupleValue>(&*base)) {
    sizes = std::move(*tuple);
  } else {
    return objection(e.name_span, fmt::format("{} has no '{}'", describe(*base), e.name));
  }
  if (e.name == "size") {
    return sizes;
  }
  if (e.name == "len") {
    return Number{static_cast<std::int64_t>(sizes.elements.size())};
  }
  if (e.name != "volume") {
    return objection(e.name_span, fmt::format("{} has no '{}'", describe(*base), e.name), "it has size, len, volume");
  }
  Number product{1};
  for (const Number& size : sizes.elements) {
    auto next = located(arithmetic_.apply(BinaryOperator::multiply, product, size), e.span);
    if (!next) {
      return tl::unexpected<Diagnostic>(std::move(next.error()));
    }
    product = *std::move(next);
  }
  return product;
}

Evaluated<Value> Evaluator::task_member(const Expression& e, const TaskView& task) {
  if (e.name == "ipoint" || e.name == "ispace") {
    if (!task.launch) {
      return objection(e.name_span, fmt::format("a single task has no '{}'", e.name),
                       "ipoint and ispace belong to tasks of index launches");
    }
    return e.name == "ipoint" ? TupleValue{task.launch->point} : tuple_of(task.launch->extents);
  }
  if (e.name == "parent") {
    if (task.parent == nullptr) {
      return objection(e.name_span, "this task has no 'parent'", "only single tasks have one");
    }
    return task.parent;
  }
  return objection(e.name_span, fmt::format("a task has no '{}'", e.name), "it has ipoint, ispace, parent, processor");
}

Evaluated<Value> Evaluator::task_processor(const Expression& e, const TaskView& task) {
  if (!task.processor) {
    return objection(e.name_span, "this task has no processor yet", "only single tasks and parents have one");
  }
  auto argument = e.operands.size() == 2 ? value(e.operands[1])
                                         : Evaluated<Value>(objection(e.span, "'processor' takes one space"));
  if (!argument) {
    return argument;
  }
  const auto* space = std::get_if<SpaceValue>(&*argument);
  if (space == nullptr) {
    return mismatch(e.operands[1].span, "the argument of 'processor'", "a processor space", *argument);
  }
  auto point = space->space->point_of(*task.processor);
  if (!point) {
    return objection(e.span, std::move(point.error().message), std::move(point.error().hint));
  }
  return tuple_of(*point);
}

Evaluated<Value> Evaluator::method(const Expression& e) {
  auto base = value(e.operands[0]);
  if (!base) {
    return base;
  }
  if (const auto* const* task = std::get_if<const TaskView*>(&*base); task != nullptr && e.name == "processor") {
    return task_processor(e, **task);
  }
  const auto* space = std::get_if<SpaceValue>(&*base);
  const auto* points = std::get_if<PointsValue>(&*base);
  if (e.name == "has" && (space != nullptr || points != nullptr)) {
    if (e.operands.size() != 2 || e.operands[1].kind != ExpressionKind::memory_kind) {
      return objection(e.span, "'has' takes one kind of memory", "write m[i, j].has(FBMEM)");
    }
    const ProcessorKind kind = space != nullptr ? space->kind : points->kind;
    return TruthValue{Number{machine_.has(kind, e.operands[1].memory) ? 1 : 0}};
  }
  if (space == nullptr) {
    return objection(e.name_span, fmt::format("{} has no '{}'", describe(*base), e.name));
  }
  return space_method(e, *space);
}

} // namespace mapwright::mapper::language
