// The walk from a point of a space back to node and processor, for any kind of number.
#pragma once

#include "mapper/space/processor_space.hpp"

#include <utility>
#include <vector>

namespace mapwright::mapper::space {

/// Undoes one transformation: `point` becomes the point of the space before it. Its coordinates lie within the space.
/// `Arithmetic` has literal(n), add(a, b), times(a, n), over(a, n), modulo(a, n) and from(n, a), which is n - a, for
/// integers n; division is of non-negative numbers by positive integers, and nothing overflows.
template <class Number, class Arithmetic>
void walk_back(const Transformation& step, std::vector<Number>& point, const Arithmetic& arithmetic) {
  const auto at = [&point](std::size_t d) { return point.begin() + static_cast<std::ptrdiff_t>(d); };
  switch (step.kind) {
  case Transformation::Kind::split: {
    Number whole = point[step.first];
    std::int64_t stride = 1;
    for (std::size_t i = 1; i < step.factors.size(); ++i) {
      stride *= step.factors[i - 1];
      whole = arithmetic.add(whole, arithmetic.times(point[step.first + i], stride));
    }
    point[step.first] = std::move(whole);
    point.erase(at(step.first + 1), at(step.first + step.factors.size()));
    return;
  }
  case Transformation::Kind::merge: {
    const std::size_t place = step.first < step.second ? step.first : step.first - 1;
    const Number merged = point[place];
    point[place] = arithmetic.over(merged, step.amount);
    point.insert(at(step.second), arithmetic.modulo(merged, step.amount));
    return;
  }
  case Transformation::Kind::swap:
    std::swap(point[step.first], point[step.second]);
    return;
  case Transformation::Kind::slice:
    point[step.first] = arithmetic.add(point[step.first], arithmetic.literal(step.amount));
    return;
  case Transformation::Kind::reverse:
    point[step.first] = arithmetic.from(step.amount, point[step.first]);
    return;
  }
}

} // namespace mapwright::mapper::space
