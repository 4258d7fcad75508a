#include "mapper/language/launch_map.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::mapper::language {

namespace {

constexpr std::int64_t block_points = 4'096;
constexpr std::uint64_t most_lifting_steps = 20'000; // each may cost an interval analysis, or a step of a tape

Result<void> check_domain(const LaunchDomain& domain) {
  if (domain.extents.empty() || domain.low.size() != domain.extents.size()) {
    return fail(ErrorKind::input, "a launch without dimensions", "give one extent for each dimension");
  }
  std::int64_t volume = 1;
  for (std::size_t d = 0; d < domain.extents.size(); ++d) {
    constexpr std::int64_t most_coordinate = std::int64_t{1} << 62;
    const std::int64_t extent = domain.extents[d];
    const std::int64_t low = domain.low[d];
    if (extent < 1 || extent > most_launch_points / volume) {
      return fail(ErrorKind::input, fmt::format("a launch of extents {}", fmt::join(domain.extents, ", ")),
                  fmt::format("extents are at least 1, and their product at most {}", most_launch_points));
    }
    if (low < -most_coordinate || low > most_coordinate) {
      return fail(ErrorKind::input, fmt::format("a launch that begins at {}", low), "coordinates lie within 2^62");
    }
    volume *= extent;
  }
  return {};
}

expr::Expr expr_of_coordinate(const Number& number) {
  return number.is_integer() ? expr::Expr(static_cast<expr::Int>(number.value)) : number.symbolic->e;
}

/// The next point of the domain; behind the last one comes the first.
void next_point(const LaunchDomain& domain, std::vector<std::int64_t>& point) {
  for (std::size_t d = 0; d < point.size() && ++point[d] == domain.low[d] + domain.extents[d]; ++d) {
    point[d] = domain.low[d];
  }
}

} // namespace

LaunchDomain LaunchDomain::of(std::vector<std::int64_t> extents) {
  std::vector<std::int64_t> low(extents.size(), 0);
  return {std::move(low), std::move(extents)};
}

std::int64_t LaunchDomain::volume() const {
  std::int64_t points = 1;
  for (const std::int64_t extent : extents) {
    points *= extent;
  }
  return points;
}

std::vector<std::int64_t> LaunchDomain::point(std::int64_t number) const {
  std::vector<std::int64_t> out;
  for (std::size_t d = 0; d < extents.size(); ++d) {
    out.push_back(low[d] + number % extents[d]);
    number /= extents[d];
  }
  return out;
}

Result<LaunchMap> LaunchMap::make(const Mapper& mapper, const std::string& function, ProcessorKind processor,
                                  LaunchDomain domain) {
  const FunctionDefinition* const definition = mapper.function(function);
  if (definition == nullptr) {
    return fail(ErrorKind::input, fmt::format("there is no function '{}'", function));
  }
  if (const auto valid = check_domain(domain); !valid) {
    return forward(valid);
  }
  LaunchMap made(mapper, definition, processor, std::move(domain));
  if (const auto lifted = made.lift(); !lifted) {
    return forward(lifted);
  }
  if (!made.proved()) {
    made.record();
  }
  return made;
}

/// Evaluates the function for all points at once; leaves an obstacle where that does not succeed.
Result<void> LaunchMap::lift() {
  Arithmetic::Bounds bounds;
  expr::Box box;
  TaskView task;
  task.launch = LaunchPoint{{}, domain_.extents};
  for (std::size_t d = 0; d < domain_.extents.size(); ++d) {
    lifted_.arguments.emplace_back("p" + std::to_string(d));
    box.arguments.push_back({domain_.low[d], domain_.low[d] + domain_.extents[d] - 1});
    bounds.emplace_back(lifted_.arguments.back(), box.arguments.back());
  }
  EvaluationLimits limits = mapper_.limits();
  limits.steps = std::min(limits.steps, most_lifting_steps);
  Evaluator evaluator = mapper_.evaluator(limits);
  evaluator.set_arithmetic(Arithmetic(std::move(bounds)));
  for (const expr::Symbol name : lifted_.arguments) {
    task.launch->point.push_back(evaluator.arithmetic().variable(name));
  }
  const auto points = evaluator.place(*function_, task);
  if (!points) {
    obstacle_ = points.error().message;
    return {};
  }
  if (const auto kind = integers_of(*points, processor_, *function_); !kind) {
    return tl::unexpected<Error>(to_error(kind.error(), mapper_.source()));
  }
  if (!evaluator.printed().empty()) {
    obstacle_ = "the function prints";
    return {};
  }
  lifted_.name = "place";
  members_ = points->members.size();
  for (std::size_t i = 0; i < members_; ++i) {
    lifted_.results.push_back(expr_of_coordinate(points->members[i].node));
    lifted_.results.push_back(expr_of_coordinate(points->members[i].processor));
    lifted_.result_names.push_back("node" + std::to_string(i));
    lifted_.result_names.push_back("processor" + std::to_string(i));
  }
  auto batch = expr::Batch::compile_checked(lifted_, box);
  if (!batch) {
    obstacle_ = expr::describe(batch.error());
    return {};
  }
  batch_ = *std::move(batch);
  return {};
}

/// Makes a tape of the function where nothing but numbers depends on the point. Recording evaluates at least what any
/// point evaluates, so that a point never meets a limit that recording has not met.
void LaunchMap::record() {
  EvaluationLimits limits = mapper_.limits();
  limits.steps = std::min(limits.steps, most_lifting_steps);
  TapeRecorder recorder;
  Evaluator evaluator = mapper_.evaluator(limits);
  evaluator.set_arithmetic(Arithmetic(recorder));
  TaskView task;
  task.launch = LaunchPoint{{}, domain_.extents};
  for (std::size_t d = 0; d < domain_.extents.size(); ++d) {
    task.launch->point.push_back(recorder.input());
  }
  const auto points = evaluator.place(*function_, task);
  if (!points || points->kind != processor_ || !evaluator.printed().empty()) {
    return;
  }
  members_ = points->members.size();
  for (const PointsValue::Member& member : points->members) {
    outputs_.push_back(recorder.place(member.node));
    outputs_.push_back(recorder.place(member.processor));
  }
  tape_ = recorder.tape();
}

Result<Placements> LaunchMap::place(std::int64_t first, std::int64_t count) const {
  if (first < 0 || count < 0 || count > domain_.volume() - first) {
    throw std::logic_error("LaunchMap::place: points outside the launch");
  }
  return proved() ? Result<Placements>(place_all(first, count)) : place_each(first, count);
}

/// By blocks of points: their coordinates in columns, counted up like an odometer, and one run of the batch.
Placements LaunchMap::place_all(std::int64_t first, std::int64_t count) const {
  const std::size_t dimensions = domain_.extents.size();
  const auto total = static_cast<std::size_t>(count);
  const auto block = static_cast<std::size_t>(std::min(count, block_points));
  Placements out;
  out.counts.assign(total, static_cast<std::int64_t>(members_));
  out.nodes.resize(total * members_);
  out.processors.resize(total * members_);
  std::vector<std::vector<std::int64_t>> coordinates(dimensions, std::vector<std::int64_t>(block));
  std::vector<std::vector<std::int64_t>> results(2 * members_, std::vector<std::int64_t>(block));
  std::vector<const std::int64_t*> arguments;
  std::vector<std::int64_t*> columns;
  for (auto& column : coordinates) {
    arguments.push_back(column.data());
  }
  for (auto& column : results) {
    columns.push_back(column.data());
  }
  std::vector<std::int64_t> point = count > 0 ? domain_.point(first) : std::vector<std::int64_t>(dimensions);
  for (std::size_t done = 0; done < total; done += block) {
    const std::size_t size = std::min(block, total - done);
    for (std::size_t k = 0; k < size; ++k) {
      for (std::size_t d = 0; d < dimensions; ++d) {
        coordinates[d][k] = point[d];
      }
      next_point(domain_, point);
    }
    batch_->run({}, arguments, size, columns);
    for (std::size_t i = 0; i < members_; ++i) {
      for (std::size_t k = 0; k < size; ++k) {
        out.nodes[(done + k) * members_ + i] = results[2 * i][k];
        out.processors[(done + k) * members_ + i] = results[2 * i + 1][k];
      }
    }
  }
  return out;
}

Result<Placements> LaunchMap::place_each(std::int64_t first, std::int64_t count) const {
  Placements out;
  const auto total = static_cast<std::size_t>(count);
  out.counts.reserve(total);
  out.nodes.reserve(total * members_);
  out.processors.reserve(total * members_);
  Evaluator evaluator = mapper_.evaluator();
  std::vector<std::int64_t> registers = tape_ ? tape_->registers() : std::vector<std::int64_t>{};
  std::vector<std::int64_t> point = count > 0 ? domain_.point(first) : std::vector<std::int64_t>{};
  for (std::size_t k = 0; k < total; ++k, next_point(domain_, point)) {
    if (tape_) {
      std::copy(point.begin(), point.end(), registers.begin());
      if (tape_->run(registers)) {
        out.counts.push_back(static_cast<std::int64_t>(members_));
        for (std::size_t i = 0; i < outputs_.size(); i += 2) {
          out.nodes.push_back(registers[outputs_[i]]);
          out.processors.push_back(registers[outputs_[i + 1]]);
        }
        continue;
      }
    }
    if (const auto placed = place_point(evaluator, point, out); !placed) {
      return forward(placed);
    }
  }
  out.printed = evaluator.printed();
  return out;
}

/// By the evaluator.
Result<void> LaunchMap::place_point(Evaluator& evaluator, const std::vector<std::int64_t>& point,
                                    Placements& out) const {
  TaskView task;
  task.launch = LaunchPoint{{}, domain_.extents};
  for (const std::int64_t coordinate : point) {
    task.launch->point.push_back(Number{coordinate});
  }
  const auto points = evaluator.place(*function_, task);
  const auto placed = points
                          ? integers_of(*points, processor_, *function_)
                          : Evaluated<std::vector<space::ProcessorPoint>>(tl::unexpected<Diagnostic>(points.error()));
  if (!placed) {
    Error error = to_error(placed.error(), mapper_.source());
    error.message += fmt::format(", at point ({})", fmt::join(point, ", "));
    return tl::unexpected<Error>(std::move(error));
  }
  out.counts.push_back(static_cast<std::int64_t>(placed->size()));
  for (const space::ProcessorPoint& processor : *placed) {
    out.nodes.push_back(processor.node);
    out.processors.push_back(processor.processor);
  }
  return {};
}

Result<void> LaunchMap::check() const {
  const std::int64_t volume = domain_.volume();
  for (std::int64_t first = 0; !proved() && first < volume; first += block_points) {
    if (const auto placed = place_each(first, std::min(block_points, volume - first)); !placed) {
      return forward(placed);
    }
  }
  return {};
}

} // namespace mapwright::mapper::language
