#include "mapper/space/processor_space.hpp"

#include "mapper/space/walk.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::mapper::space {

namespace {

/// Plain integers, for walk_back.
struct Integers {
  static std::int64_t literal(std::int64_t n) { return n; }
  static std::int64_t add(std::int64_t a, std::int64_t b) { return a + b; }
  static std::int64_t times(std::int64_t a, std::int64_t n) { return a * n; }
  static std::int64_t over(std::int64_t a, std::int64_t n) { return a / n; }
  static std::int64_t modulo(std::int64_t a, std::int64_t n) { return a % n; }
  static std::int64_t from(std::int64_t n, std::int64_t a) { return n - a; }
};

std::string shape_text(const std::vector<std::int64_t>& shape) {
  return fmt::format("({})", fmt::join(shape, ", "));
}

/// What to write instead of a factor that does not divide `size`.
std::string divisors_hint(std::int64_t size) {
  constexpr std::int64_t most_listed = 10'000;
  if (size > most_listed) {
    return "the factor must divide the size";
  }
  std::vector<std::int64_t> divisors;
  for (std::int64_t divisor = 1; divisor <= size; ++divisor) {
    if (size % divisor == 0) {
      divisors.push_back(divisor);
    }
  }
  return fmt::format("factors of {} are {}", size, fmt::join(divisors, ", "));
}

/// Applies one transformation to a point of the space before it; false where a slice leaves the point out.
bool walk_forward(const Transformation& step, std::vector<std::int64_t>& point) {
  const auto at = [&point](std::size_t d) { return point.begin() + static_cast<std::ptrdiff_t>(d); };
  switch (step.kind) {
  case Transformation::Kind::split: {
    std::int64_t rest = point[step.first];
    point[step.first] = rest % step.factors[0];
    rest /= step.factors[0];
    for (std::size_t i = 1; i < step.factors.size(); ++i) {
      point.insert(at(step.first + i), rest % step.factors[i]);
      rest /= step.factors[i];
    }
    return true;
  }
  case Transformation::Kind::merge: {
    const std::int64_t merged = point[step.first] * step.amount + point[step.second];
    point[step.first] = merged;
    point.erase(at(step.second));
    return true;
  }
  case Transformation::Kind::swap:
    std::swap(point[step.first], point[step.second]);
    return true;
  case Transformation::Kind::slice:
    point[step.first] -= step.amount;
    return 0 <= point[step.first] && point[step.first] < step.extent;
  case Transformation::Kind::reverse:
    point[step.first] = step.amount - point[step.first];
    return true;
  }
  return true;
}

} // namespace

Result<ProcessorSpace> ProcessorSpace::machine(std::int64_t nodes, std::int64_t processors) {
  for (const std::int64_t size : {nodes, processors}) {
    if (size < 1 || size > most_nodes) {
      return fail(ErrorKind::input, fmt::format("a machine of {} nodes with {} processors each", nodes, processors),
                  fmt::format("both numbers lie between 1 and {}", most_nodes));
    }
  }
  ProcessorSpace space;
  space.nodes_ = nodes;
  space.processors_ = processors;
  space.shape_ = {nodes, processors};
  return space;
}

std::int64_t ProcessorSpace::volume() const {
  std::int64_t points = 1;
  for (const std::int64_t size : shape_) {
    points *= size;
  }
  return points;
}

Result<std::size_t> ProcessorSpace::dimension(std::int64_t d) const {
  if (d < 0 || d >= static_cast<std::int64_t>(shape_.size())) {
    return fail(ErrorKind::input, fmt::format("a space of shape {} has no dimension {}", shape_text(shape_), d),
                fmt::format("its dimensions are 0 to {}", shape_.size() - 1));
  }
  return static_cast<std::size_t>(d);
}

Result<ProcessorSpace> ProcessorSpace::with(Transformation step, std::vector<std::int64_t> shape) const {
  if (shape.size() > most_dimensions || steps_.size() >= most_transformations) {
    return fail(
        ErrorKind::input,
        fmt::format("a space of more than {} dimensions or {} transformations", most_dimensions, most_transformations),
        "use fewer transformations");
  }
  ProcessorSpace space = *this;
  space.steps_.push_back(std::move(step));
  space.shape_ = std::move(shape);
  return space;
}

Result<ProcessorSpace> ProcessorSpace::with_factors(std::size_t d, const Result<Factors>& factors) const {
  if (!factors) {
    return forward(factors);
  }
  std::vector<std::int64_t> shape = shape_;
  const auto place = shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(d));
  shape.insert(place, factors->begin(), factors->end());
  Transformation step;
  step.kind = Transformation::Kind::split;
  step.first = d;
  step.factors = *factors;
  return with(std::move(step), std::move(shape));
}

Result<ProcessorSpace> ProcessorSpace::split(std::int64_t d, std::int64_t f) const {
  const auto which = dimension(d);
  if (!which) {
    return forward(which);
  }
  const std::int64_t size = shape_[*which];
  if (f < 1 || size % f != 0) {
    return fail(ErrorKind::input, fmt::format("{} does not divide dimension {} of size {}", f, d, size),
                divisors_hint(size));
  }
  return with_factors(*which, Factors{f, size / f});
}

Result<ProcessorSpace> ProcessorSpace::merge(std::int64_t a, std::int64_t b) const {
  const auto first = dimension(a);
  const auto second = dimension(b);
  if (!first || !second) {
    return forward(first ? second : first);
  }
  if (a == b) {
    return fail(ErrorKind::input, fmt::format("dimension {} cannot be merged with itself", a),
                "name two different dimensions");
  }
  std::vector<std::int64_t> shape = shape_;
  shape[*first] *= shape[*second];
  shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(*second));
  Transformation step;
  step.kind = Transformation::Kind::merge;
  step.first = *first;
  step.second = *second;
  step.amount = shape_[*second];
  return with(std::move(step), std::move(shape));
}

Result<ProcessorSpace> ProcessorSpace::swap(std::int64_t a, std::int64_t b) const {
  const auto first = dimension(a);
  const auto second = dimension(b);
  if (!first || !second) {
    return forward(first ? second : first);
  }
  std::vector<std::int64_t> shape = shape_;
  std::swap(shape[*first], shape[*second]);
  Transformation step;
  step.kind = Transformation::Kind::swap;
  step.first = *first;
  step.second = *second;
  return with(std::move(step), std::move(shape));
}

Result<ProcessorSpace> ProcessorSpace::slice(std::int64_t d, std::int64_t lo, std::int64_t hi) const {
  const auto which = dimension(d);
  if (!which) {
    return forward(which);
  }
  const std::int64_t size = shape_[*which];
  if (lo < 0 || hi < lo || hi >= size) {
    return fail(ErrorKind::input, fmt::format("the slice {} to {} of dimension {} of size {}", lo, hi, d, size),
                fmt::format("0 <= first <= last <= {}: both ends are inside the slice", size - 1));
  }
  std::vector<std::int64_t> shape = shape_;
  shape[*which] = hi - lo + 1;
  Transformation step;
  step.kind = Transformation::Kind::slice;
  step.first = *which;
  step.amount = lo;
  step.extent = hi - lo + 1;
  return with(std::move(step), std::move(shape));
}

Result<ProcessorSpace> ProcessorSpace::reverse(std::int64_t d) const {
  const auto which = dimension(d);
  if (!which) {
    return forward(which);
  }
  Transformation step;
  step.kind = Transformation::Kind::reverse;
  step.first = *which;
  step.amount = shape_[*which] - 1;
  return with(std::move(step), shape_);
}

Result<ProcessorSpace> ProcessorSpace::balance_split(std::int64_t d, std::int64_t parts) const {
  const auto which = dimension(d);
  return which ? with_factors(*which, balanced_factors(shape_[*which], parts)) : forward(which);
}

Result<ProcessorSpace> ProcessorSpace::auto_split(std::int64_t d, std::span<const std::int64_t> extents) const {
  const auto which = dimension(d);
  return which ? with_factors(*which, auto_factors(shape_[*which], extents)) : forward(which);
}

Result<ProcessorSpace> ProcessorSpace::greedy_split(std::int64_t d, std::span<const std::int64_t> extents) const {
  const auto which = dimension(d);
  return which ? with_factors(*which, greedy_factors(shape_[*which], extents)) : forward(which);
}

Result<void> ProcessorSpace::check(std::span<const std::int64_t> point) const {
  if (point.size() != shape_.size()) {
    return fail(
        ErrorKind::input,
        fmt::format("a space of {} dimensions takes {} indices, not {}", shape_.size(), shape_.size(), point.size()),
        fmt::format("its shape is {}", shape_text(shape_)));
  }
  for (std::size_t d = 0; d < point.size(); ++d) {
    if (point[d] < 0 || point[d] >= shape_[d]) {
      return fail(ErrorKind::input, fmt::format("index {} of dimension {} is outside [0, {})", point[d], d, shape_[d]),
                  fmt::format("the shape of the space is {}; x % {} is always inside for x >= 0", shape_text(shape_),
                              shape_[d]));
    }
  }
  return {};
}

Result<ProcessorPoint> ProcessorSpace::at(std::span<const std::int64_t> point) const {
  if (const auto inside = check(point); !inside) {
    return forward(inside);
  }
  std::vector<std::int64_t> walked(point.begin(), point.end());
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    walk_back(*step, walked, Integers{});
  }
  return ProcessorPoint{walked[0], walked[1]};
}

Result<std::vector<std::int64_t>> ProcessorSpace::point_of(ProcessorPoint processor) const {
  bool inside =
      0 <= processor.node && processor.node < nodes_ && 0 <= processor.processor && processor.processor < processors_;
  std::vector<std::int64_t> point{processor.node, processor.processor};
  for (std::size_t i = 0; inside && i < steps_.size(); ++i) {
    inside = walk_forward(steps_[i], point);
  }
  if (!inside) {
    return fail(ErrorKind::input,
                fmt::format("processor {} of node {} is not in this space", processor.processor, processor.node),
                fmt::format("the space has the shape {}", shape_text(shape_)));
  }
  return point;
}

} // namespace mapwright::mapper::space
