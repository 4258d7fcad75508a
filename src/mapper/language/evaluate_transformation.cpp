// Transformations of processor spaces.
#include "mapper/language/evaluation_errors.hpp"
#include "mapper/language/evaluator.hpp"

#include <memory>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper::language {

Evaluated<Value> Evaluator::as_space(ProcessorKind kind, Result<space::ProcessorSpace> made, Span where) {
  if (!made) {
    return objection(where, std::move(made.error().message), std::move(made.error().hint));
  }
  return SpaceValue{kind, std::make_shared<const space::ProcessorSpace>(*std::move(made))};
}

/// The last argument of auto_split and greedy_split.
Evaluated<std::vector<std::int64_t>> Evaluator::extents(const Expression& e, const Value& value) {
  const auto* tuple = std::get_if<TupleValue>(&value);
  if (tuple == nullptr) {
    return mismatch(e.span, fmt::format("the second argument of '{}'", e.name), "a tuple", value);
  }
  std::vector<std::int64_t> out;
  for (const Number& each : tuple->elements) {
    const auto known = integer(each, e.span);
    if (!known) {
      return tl::unexpected<Diagnostic>(known.error());
    }
    out.push_back(*known);
  }
  return out;
}

Evaluated<Value> Evaluator::space_method(const Expression& e, const SpaceValue& base) {
  auto given = operands(e, 1);
  if (!given) {
    return tl::unexpected<Diagnostic>(std::move(given.error()));
  }
  const space::ProcessorSpace& space = *base.space;
  const bool takes_extents = e.name == "auto_split" || e.name == "greedy_split";
  const std::size_t tuples = takes_extents && !given->empty() ? 1 : 0;
  std::vector<std::int64_t> integers;
  for (std::size_t i = 0; i + tuples < given->size(); ++i) {
    const auto* plain = std::get_if<Number>(&(*given)[i]);
    if (plain == nullptr) {
      return mismatch(e.span, fmt::format("argument {} of '{}'", i + 1, e.name), "an integer", (*given)[i]);
    }
    const auto known = integer(*plain, e.span);
    if (!known) {
      return tl::unexpected<Diagnostic>(known.error());
    }
    integers.push_back(*known);
  }
  const std::size_t count = given->size();
  if (takes_extents && count == 2) {
    const auto sizes = extents(e, given->back());
    if (!sizes) {
      return tl::unexpected<Diagnostic>(sizes.error());
    }
    const std::int64_t d = integers[0];
    const bool known = 0 <= d && d < static_cast<std::int64_t>(space.dimensions());
    const std::int64_t size = known ? space.shape()[static_cast<std::size_t>(d)] : 1;
    const std::uint64_t work =
        size <= space::most_processors ? 1'000 + space::factorization_count(size, sizes->size()) : 0;
    if (!spend(work)) {
      return objection(e.span, fmt::format("evaluation takes more than {} steps", limits_.steps),
                       "divide fewer processors, or use greedy_split");
    }
    return as_space(base.kind, e.name == "auto_split" ? space.auto_split(d, *sizes) : space.greedy_split(d, *sizes),
                    e.span);
  }
  if (e.name == "split" && count == 2) {
    return as_space(base.kind, space.split(integers[0], integers[1]), e.span);
  }
  if (e.name == "merge" && count == 2) {
    return as_space(base.kind, space.merge(integers[0], integers[1]), e.span);
  }
  if (e.name == "swap" && count == 2) {
    return as_space(base.kind, space.swap(integers[0], integers[1]), e.span);
  }
  if (e.name == "slice" && count == 3) {
    return as_space(base.kind, space.slice(integers[0], integers[1], integers[2]), e.span);
  }
  if (e.name == "reverse" && count == 1) {
    return as_space(base.kind, space.reverse(integers[0]), e.span);
  }
  if (e.name == "balance_split" && count == 2 && spend(1'000)) {
    return as_space(base.kind, space.balance_split(integers[0], integers[1]), e.span);
  }
  return objection(e.name_span, fmt::format("a processor space has no '{}' of {} arguments", e.name, count));
}

} // namespace mapwright::mapper::language
