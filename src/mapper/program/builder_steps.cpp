// Loops and launches.
#include "core/suggest.hpp"
#include "expr/text.hpp"
#include "mapper/program/builder_parts.hpp"
#include "mapper/program/partition.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::mapper {

namespace {

constexpr std::int64_t most_trips_of_a_loop = 1'000'000'000;

} // namespace

std::vector<std::string> ProgramBuilder::scope_in(std::uint32_t parent) const {
  std::vector<std::string> names = size_names();
  for (std::uint32_t above = parent; above != none; above = program_.steps[above].parent) {
    const ProgramStep& step = program_.steps[above];
    if (step.launch == none) {
      names.push_back(step.variable);
    } else {
      const std::vector<std::string>& point = program_.launches[step.launch].point;
      names.insert(names.end(), point.begin(), point.end());
    }
  }
  return names;
}

Objection ProgramBuilder::check_scope(const std::vector<std::string>& names, std::string_view key,
                                      std::uint32_t parent) const {
  std::vector<std::string> taken = scope_in(parent);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!expr::is_name(names[i])) {
      return Complaint{std::string(key), i, 0, fmt::format("'{}' is no name", names[i])};
    }
    if (std::find(taken.begin(), taken.end(), names[i]) != taken.end()) {
      return Complaint{std::string(key), i, 0, fmt::format("the name '{}' is taken", names[i])};
    }
    taken.push_back(names[i]);
  }
  return std::nullopt;
}

Objection ProgramBuilder::find_step(const std::string& name, std::uint32_t& step) const {
  step = none;
  if (name.empty()) {
    return std::nullopt;
  }
  const auto found = std::find(step_names_.begin(), step_names_.end(), name);
  if (found == step_names_.end()) {
    return Complaint{"in", 0, 0, fmt::format("there is no step '{}' before this one", name),
                     suggest(name, step_names_, fmt::format("steps: {}", fmt::join(step_names_, ", ")))};
  }
  step = static_cast<std::uint32_t>(found - step_names_.begin());
  return std::nullopt;
}

Objection ProgramBuilder::add_step(ProgramStep step, const std::string& name, const std::string& in) {
  if (auto objection = find_step(in, step.parent)) {
    return objection;
  }
  if (!expr::is_name(name) || std::find(step_names_.begin(), step_names_.end(), name) != step_names_.end()) {
    return Complaint{"name", 0, 0, fmt::format("'{}' is no name of a step, or is taken", name),
                     "each launch and loop needs a name of its own"};
  }
  const auto index = static_cast<std::uint32_t>(program_.steps.size());
  if (step.parent == none) {
    program_.top.push_back(index);
  } else {
    program_.steps[step.parent].body.push_back(index);
  }
  program_.steps.push_back(std::move(step));
  step_names_.push_back(name);
  return std::nullopt;
}

Objection ProgramBuilder::add_loop(const LoopSpec& spec) {
  ProgramStep step;
  step.variable = spec.variable;
  std::uint32_t parent = none;
  if (auto objection = find_step(spec.in, parent)) {
    return objection;
  }
  if (auto objection = check_scope({spec.variable}, "loop", parent)) {
    return objection;
  }
  std::vector<std::int64_t> count;
  if (auto objection = numbers("count", {spec.count}, 0, count)) {
    return objection;
  }
  if (count.front() > most_trips_of_a_loop) {
    return Complaint{"count", 0, 0, fmt::format("a loop has at most {} trips", most_trips_of_a_loop)};
  }
  step.count = count.front();
  return add_step(std::move(step), spec.name.empty() ? spec.variable : spec.name, spec.in);
}

Objection ProgramBuilder::add_argument(const ArgumentSpec& spec, const std::vector<std::string>& scope,
                                       Launch& launch) const {
  RegionArgument argument;
  argument.partition = index_named(program_.partitions, spec.data);
  argument.region = argument.partition == none ? index_named(program_.regions, spec.data)
                                               : program_.partitions[argument.partition].region;
  if (argument.region == none) {
    std::vector<std::string> names;
    for (const Region& item : program_.regions) {
      names.push_back(item.name);
    }
    for (const Partition& item : program_.partitions) {
      names.push_back(item.name);
    }
    return Complaint{"data", 0, 0, fmt::format("there is no region or partition '{}'", spec.data),
                     suggest(spec.data, names, fmt::format("expected one of: {}", fmt::join(names, ", ")))};
  }
  const std::size_t axes = argument.partition == none ? 0 : program_.partitions[argument.partition].colours.axes;
  if (spec.colour.size() != axes) {
    return Complaint{"colour", 0, 0,
                     fmt::format("a colour of '{}' has {} coordinates, not {}", spec.data, axes, spec.colour.size())};
  }
  for (std::size_t i = 0; i < axes; ++i) {
    argument.colour.emplace_back(0);
    if (auto objection = read_expression("colour", i, spec.colour[i], scope, "a size, a loop variable or a coordinate",
                                         argument.colour.back())) {
      return objection;
    }
  }
  const auto privilege = privilege_named(spec.privilege);
  if (!privilege) {
    return Complaint{"privilege", 0, 0, fmt::format("there is no privilege '{}'", spec.privilege),
                     "expected one of: R, W, RW, reduce(+), reduce(*), reduce(min), reduce(max)"};
  }
  std::tie(argument.privilege, argument.reduction) = *privilege;
  const std::vector<Field>& fields = program_.regions[argument.region].fields;
  for (std::size_t i = 0; i < spec.fields.size(); ++i) {
    const std::uint32_t field = index_named(fields, spec.fields[i]);
    if (field == none) {
      std::vector<std::string> names;
      for (const Field& item : fields) {
        names.push_back(item.name);
      }
      return Complaint{"fields", i, 0,
                       fmt::format("'{}' has no field '{}'", program_.regions[argument.region].name, spec.fields[i]),
                       suggest(spec.fields[i], names, fmt::format("expected one of: {}", fmt::join(names, ", ")))};
    }
    argument.fields |= std::uint64_t{1} << field;
  }
  for (std::size_t i = 0; spec.fields.empty() && i < fields.size(); ++i) {
    argument.fields |= std::uint64_t{1} << i;
  }
  launch.arguments.push_back(std::move(argument));
  return std::nullopt;
}

Objection ProgramBuilder::add_launch(const LaunchSpec& spec) {
  Launch launch;
  launch.name = spec.name.empty() ? spec.task : spec.name;
  launch.kind = index_named(program_.kinds, spec.task);
  if (launch.kind == none) {
    std::vector<std::string> names;
    for (const TaskKind& item : program_.kinds) {
      names.push_back(item.name);
    }
    return Complaint{"task", 0, 0, fmt::format("there is no task '{}'", spec.task),
                     suggest(spec.task, names, fmt::format("tasks: {}", fmt::join(names, ", ")))};
  }
  std::uint32_t parent = none;
  if (auto objection = find_step(spec.in, parent)) {
    return objection;
  }
  launch.index = !spec.domain.empty();
  std::vector<std::int64_t> extents{1};
  if (launch.index) {
    extents.clear();
    if (auto objection = numbers("domain", spec.domain, 1, extents)) {
      return objection;
    }
  }
  const std::optional<Rectangle> domain = box_of(extents);
  if (!domain || domain->volume() > most_colours) {
    return Complaint{"domain", 0, 0,
                     fmt::format("a launch has 1 to {} dimensions and at most {} points", most_axes, most_colours)};
  }
  launch.domain = *domain;
  if (spec.point.size() != (launch.index ? domain->axes : 0)) {
    return Complaint{"point", 0, 0, fmt::format("'point' must name each of {} coordinates", spec.domain.size())};
  }
  launch.point = spec.point;
  if (auto objection = check_scope(spec.point, "point", parent)) {
    return objection;
  }
  const TaskKind& kind = program_.kinds[launch.kind];
  if (spec.arguments.size() != kind.parameters.size()) {
    return Complaint{
        "task", 0, 0,
        fmt::format("'{}' takes {} arguments, not {}", kind.name, kind.parameters.size(), spec.arguments.size())};
  }
  std::vector<std::string> scope = scope_in(parent);
  scope.insert(scope.end(), spec.point.begin(), spec.point.end());
  for (std::size_t i = 0; i < spec.arguments.size(); ++i) {
    if (auto objection = add_argument(spec.arguments[i], scope, launch)) {
      return in_part(*objection, "argument", i);
    }
  }
  ProgramStep step;
  step.launch = static_cast<std::uint32_t>(program_.launches.size());
  if (auto objection = add_step(std::move(step), launch.name, spec.in)) {
    return objection;
  }
  program_.launches.push_back(std::move(launch));
  return std::nullopt;
}

} // namespace mapwright::mapper
