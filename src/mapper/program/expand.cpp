#include "expr/evaluate.hpp"
#include "mapper/program/expand_parts.hpp"

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

/// Walks the steps in program order and adds their tasks.
class Expansion {
public:
  Expansion(const Program& program, TaskGraph& graph)
      : program_(program), graph_(graph), views_(program, graph), costs_(program) {
    for (const auto& [name, value] : program.sizes) {
      scope_.bind(expr::Symbol(name), value);
    }
  }

  Result<void> run(const std::vector<std::uint32_t>& steps, std::uint32_t parent) {
    for (const std::uint32_t index : steps) {
      const ProgramStep& step = program_.steps[index];
      auto done = step.launch == none ? run_loop(step, parent) : run_launch(step, parent);
      if (!done) {
        return done;
      }
    }
    return {};
  }

private:
  Result<void> run_loop(const ProgramStep& step, std::uint32_t parent) {
    if (step.body.empty()) {
      return {};
    }
    const expr::Symbol variable(step.variable);
    const std::size_t before = scope_.size();
    for (std::int64_t trip = 0; trip < step.count; ++trip) {
      if (++trips_ > most_trips) {
        return fail(ErrorKind::input, fmt::format("the loops of the program have more than {} trips", most_trips));
      }
      scope_.bind(variable, trip);
      if (auto done = run(step.body, parent); !done) {
        return done;
      }
      scope_.truncate(before);
    }
    return {};
  }

  Result<void> run_launch(const ProgramStep& step, std::uint32_t parent) {
    const Launch& launch = program_.launches[step.launch];
    const std::uint64_t volume = launch.domain.volume();
    std::uint32_t slot = graph_.first_slot[step.launch];
    if (parent != none) {
      const std::uint32_t above = graph_.tasks[parent].slot;
      slot += (above - graph_.first_slot[graph_.slots[above].launch]) * static_cast<std::uint32_t>(volume);
    }
    std::vector<expr::Symbol> names;
    for (const std::string& name : launch.point) {
      names.emplace_back(name);
    }
    const std::size_t before = scope_.size();
    for (std::uint64_t i = 0; i < volume; ++i, ++slot) {
      const Coordinates point = launch.domain.point_at(i);
      for (std::size_t d = 0; d < names.size(); ++d) {
        scope_.bind(names[d], point[d]);
      }
      if (auto done = add_task(step, launch, slot, parent); !done) {
        return done;
      }
      scope_.truncate(before);
    }
    return {};
  }

  Result<void> add_task(const ProgramStep& step, const Launch& launch, std::uint32_t slot, std::uint32_t parent) {
    const auto index = static_cast<std::uint32_t>(graph_.tasks.size());
    if (index >= most_tasks) {
      return fail(ErrorKind::input, fmt::format("the program has more than {} tasks", most_tasks),
                  "fewer trips of its loops show as much");
    }
    if (parent != none) {
      ++graph_.tasks[parent].children;
    }
    PointTask made{slot, parent, static_cast<std::uint32_t>(graph_.accesses.size()), 0, 0, 0};
    if (!step.body.empty()) {
      graph_.tasks.push_back(made);
      return run(step.body, index);
    }
    views_of_task_.clear();
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
      const auto colour = colour_of(launch, launch.arguments[i], slot);
      if (!colour) {
        return forward(colour);
      }
      views_of_task_.push_back(views_.view(launch.arguments[i], *colour));
    }
    const auto cost = costs_.of(launch, views_of_task_, views_, graph_);
    if (!cost) {
      Error error = cost.error();
      error.message = fmt::format("{}: {}", name_of_slot(program_, graph_, slot), error.message);
      return tl::unexpected<Error>(std::move(error));
    }
    made.flops = (*cost)->flops;
    made.accesses = static_cast<std::uint32_t>(views_of_task_.size());
    graph_.tasks.push_back(made);
    for (std::size_t i = 0; i < views_of_task_.size(); ++i) {
      const RegionArgument& argument = launch.arguments[i];
      graph_.accesses.push_back({index, views_of_task_[i], (*cost)->bytes[i], argument.privilege, argument.reduction});
    }
    return {};
  }

  /// The index of the colour that the argument has at the present point.
  Result<std::uint32_t> colour_of(const Launch& launch, const RegionArgument& argument, std::uint32_t slot) const {
    if (argument.partition == none) {
      return 0U;
    }
    const Partition& partition = program_.partitions[argument.partition];
    Coordinates colour{};
    for (std::size_t d = 0; d < argument.colour.size(); ++d) {
      const auto value = expr::evaluate(argument.colour[d], scope_);
      const std::string place = value ? "" : describe(value.error());
      if (!value || *value < INT64_MIN || *value > INT64_MAX) {
        return fail(ErrorKind::input,
                    fmt::format("{}: the colour of argument '{}' has no value: {}",
                                name_of_slot(program_, graph_, slot), parameter_name(launch, argument),
                                value ? "a number too large" : place));
      }
      colour[d] = static_cast<std::int64_t>(*value);
    }
    if (!partition.colours.contains(colour)) {
      return fail(ErrorKind::input,
                  fmt::format("{}: argument '{}' asks for colour {} of '{}', whose colours are {}",
                              name_of_slot(program_, graph_, slot), parameter_name(launch, argument),
                              to_string(partition.colours.axes, colour), partition.name, to_string(partition.colours)));
    }
    return static_cast<std::uint32_t>(partition.colours.index_of(colour));
  }

  const std::string& parameter_name(const Launch& launch, const RegionArgument& argument) const {
    const auto index = static_cast<std::size_t>(&argument - launch.arguments.data());
    return program_.kinds[launch.kind].parameters[index].name;
  }

  const Program& program_;
  TaskGraph& graph_;
  ViewTable views_;
  TaskCosts costs_;
  expr::Environment scope_;
  std::uint64_t trips_ = 0;
  std::vector<std::uint32_t> views_of_task_;
};

} // namespace

Result<void> number_slots(const Program& program, TaskGraph& graph) {
  std::vector<std::uint64_t> counts;
  for (std::uint32_t l = 0; l < program.launches.size(); ++l) {
    const Launch& launch = program.launches[l];
    const std::uint32_t above = program.parent_launch(l);
    const std::uint64_t volume = launch.domain.volume();
    const std::uint64_t parents = above == none ? 1 : counts[above];
    counts.push_back(parents * volume);
    graph.first_slot.push_back(static_cast<std::uint32_t>(graph.slots.size()));
    if (counts.back() + graph.slots.size() > most_tasks) {
      return fail(ErrorKind::input, fmt::format("the program has more than {} points of launches", most_tasks));
    }
    for (std::uint64_t i = 0; i < counts.back(); ++i) {
      const std::uint32_t parent =
          above == none ? none : graph.first_slot[above] + static_cast<std::uint32_t>(i / volume);
      graph.slots.push_back({l, parent, static_cast<std::uint32_t>(i % volume), graph.argument_count});
      graph.argument_count += static_cast<std::uint32_t>(launch.arguments.size());
    }
  }
  return {};
}

Result<TaskGraph> expand(const Program& program) {
  TaskGraph graph;
  if (auto numbered = number_slots(program, graph); !numbered) {
    return forward(numbered);
  }
  if (auto done = Expansion(program, graph).run(program.top, none); !done) {
    return forward(done);
  }
  if (auto found = find_atoms(program, graph); !found) {
    return forward(found);
  }
  if (auto found = find_dependences(program, graph); !found) {
    return forward(found);
  }
  return graph;
}

std::string name_of_slot(const Program& program, const TaskGraph& graph, std::uint32_t slot) {
  const Slot& found = graph.slots[slot];
  const Launch& launch = program.launches[found.launch];
  std::string name = launch.name;
  if (launch.index) {
    name += " " + to_string(launch.domain.axes, launch.domain.point_at(found.point));
  }
  return found.parent == none ? name : fmt::format("{} of {}", name, name_of_slot(program, graph, found.parent));
}

std::string name_of_view(const Program& program, const DataView& view) {
  const std::string& region = program.regions[view.region].name;
  if (view.partition == none) {
    return region;
  }
  const Partition& partition = program.partitions[view.partition];
  return fmt::format("{} {} of {}", partition.name,
                     to_string(partition.colours.axes, partition.colours.point_at(view.colour)), region);
}

} // namespace mapwright::mapper
