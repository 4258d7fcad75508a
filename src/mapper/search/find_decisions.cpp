// Which decisions there are, and their order: processors, placements, memories, layouts, collection, limits, of each
// sort those about the heaviest tasks first.
#include "mapper/search/space_parts.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

/// Launches, their slots and parents.
std::vector<LaunchPart> launch_parts(const Program& program, const TaskGraph& graph, std::vector<KindChoices>& kinds) {
  std::vector<LaunchPart> parts(program.launches.size());
  for (std::uint32_t launch = 0; launch < parts.size(); ++launch) {
    LaunchPart& part = parts[launch];
    KindChoices& kind = kinds[program.launches[launch].kind];
    part.parent = program.parent_launch(launch);
    part.inner = program.only_launches(launch);
    part.first = graph.first_slot[launch];
    part.end = launch + 1 < graph.first_slot.size() ? graph.first_slot[launch + 1]
                                                    : static_cast<std::uint32_t>(graph.slots.size());
    kind.launched = true;
    if (program.launches[launch].index) {
      if (kind.index_launches.empty()) {
        kind.low = program.launches[launch].domain.low;
      }
      part.number = static_cast<std::uint32_t>(kind.index_launches.size());
      kind.index_launches.push_back(launch);
    }
  }
  return parts;
}

/// Kinds in the order of the work that hangs on them: their own operations and those of tasks they launch, then bytes.
std::vector<std::uint32_t> heaviest_first(const Program& program, const TaskGraph& graph) {
  std::vector<double> work(program.kinds.size());
  std::vector<double> bytes(program.kinds.size());
  for (std::uint32_t task = 0; task < graph.tasks.size(); ++task) {
    double moved = 0;
    for (std::uint32_t i = 0; i < graph.tasks[task].accesses; ++i) {
      moved += graph.accesses[graph.tasks[task].first_access + i].bytes;
    }
    for (std::uint32_t above = task; above != none; above = graph.tasks[above].parent) {
      const std::uint32_t kind = program.launches[graph.slots[graph.tasks[above].slot].launch].kind;
      work[kind] += graph.tasks[task].flops;
      bytes[kind] += moved;
    }
  }
  std::vector<std::uint32_t> order(program.kinds.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(work[a], bytes[a]) > std::pair(work[b], bytes[b]);
  });
  return order;
}

template <class Options, class Text>
std::uint32_t add_decision(SpaceParts& parts, Decision decision, const Options& options, const Text& text) {
  if (std::size(options) < 2) {
    return none;
  }
  for (const auto& option : options) {
    decision.options.push_back(text(option));
  }
  parts.decisions.push_back(std::move(decision));
  return static_cast<std::uint32_t>(parts.decisions.size() - 1);
}

/// Whether a limit on tasks of the kind would have them wait for one another: they launch tasks of their own kind.
bool waits_for_itself(const Program& program, std::uint32_t kind) {
  for (std::uint32_t launch = 0; launch < program.launches.size(); ++launch) {
    for (std::uint32_t above = program.parent_launch(launch); above != none; above = program.parent_launch(above)) {
      if (program.launches[launch].kind == kind && program.launches[above].kind == kind) {
        return true;
      }
    }
  }
  return false;
}

/// Whether a task of the kind that touches data only reads this parameter in some launch.
bool is_read(const SpaceParts& parts, std::uint32_t kind, std::size_t index) {
  const std::vector<Launch>& launches = parts.scene.program.launches;
  for (std::size_t launch = 0; launch < launches.size(); ++launch) {
    if (launches[launch].kind == kind && !parts.launches[launch].inner && index < launches[launch].arguments.size() &&
        launches[launch].arguments[index].privilege == Privilege::read) {
      return true;
    }
  }
  return false;
}

/// Lists the decisions: processors of all kinds, then placements, memories, layouts, collection, limits.
void list_decisions(SpaceParts& parts, const std::vector<std::uint32_t>& order) {
  const auto each_kind = [&](const auto& visit) {
    for (const std::uint32_t kind : order) {
      if (parts.kinds[kind].launched && parts.kinds[kind].spoken) {
        visit(kind, parts.kinds[kind], parts.scene.program.kinds[kind].name);
      }
    }
  };
  const auto each_parameter = [&](const auto& visit) {
    each_kind([&](std::uint32_t kind, KindChoices& choices, const std::string& name) {
      for (std::uint32_t i = 0; i < choices.parameters.size(); ++i) {
        ParameterChoices& parameter = choices.parameters[i];
        const std::string& data = parameter.name;
        if (parameter.touched) {
          const std::string which = parameter.word == data ? data : fmt::format("{} (argument {})", data, i);
          visit(kind, i, parameter, fmt::format("{} in {}", which, name));
        }
      }
    });
  };
  each_kind([&](std::uint32_t kind, KindChoices& choices, const std::string& name) {
    choices.processor =
        add_decision(parts, {DecisionSort::processor, kind, none, "processor of " + name, {}, "processor"},
                     choices.processors, [](ProcessorKind each) { return std::string(to_string(each)); });
  });
  each_kind([&](std::uint32_t kind, KindChoices& choices, const std::string& name) {
    const auto label = [](const PlacementOption& each) { return each.label; };
    choices.index_placement =
        add_decision(parts, {DecisionSort::placement, kind, none, "placement of " + name, {}, "placement"},
                     choices.index_options, label);
    choices.single_placement = add_decision(
        parts, {DecisionSort::placement, kind, none, "placement of single " + name, {}, "single placement"},
        choices.single_options, label);
  });
  each_parameter([&](std::uint32_t kind, std::uint32_t i, ParameterChoices& parameter, const std::string& name) {
    parameter.memory =
        add_decision(parts, {DecisionSort::memory, kind, i, "memory of " + name, {}, "memory of " + parameter.name},
                     parameter.memories, [](MemoryKind each) { return std::string(to_string(each)); });
  });
  each_parameter([&](std::uint32_t kind, std::uint32_t i, ParameterChoices& parameter, const std::string& name) {
    parameter.layout = add_decision(parts, {DecisionSort::layout, kind, i, "layout of " + name, {}, "layout"},
                                    parameter.layouts, [](const DataLayout& each) { return to_string(each); });
  });
  each_parameter([&](std::uint32_t kind, std::uint32_t i, ParameterChoices& parameter, const std::string& name) {
    if (is_read(parts, kind, i)) {
      parameter.collect =
          add_decision(parts, {DecisionSort::collect, kind, i, "collection of " + name, {}, "collection"},
                       std::vector<std::string>{"keep", "collect"}, [](const std::string& each) { return each; });
    }
  });
  each_kind([&](std::uint32_t kind, KindChoices& choices, const std::string& name) {
    if (!waits_for_itself(parts.scene.program, kind)) {
      choices.limit = add_decision(
          parts, {DecisionSort::limit, kind, none, "limit of " + name, {}, "limit"}, limit_choices,
          [](std::uint32_t each) { return each == 0 ? std::string("no limit") : fmt::format("at most {}", each); });
    }
  });
}

} // namespace

Result<SpaceParts> find_decisions(const SearchScene& scene) {
  SpaceParts parts{scene, {}, {}, {}, MemoryFit(scene.program, scene.graph, scene.machine)};
  parts.kinds.resize(scene.program.kinds.size());
  parts.launches = launch_parts(scene.program, scene.graph, parts.kinds);
  if (auto found = find_options(parts); !found) {
    return forward(found);
  }
  const std::vector<std::uint32_t> order = heaviest_first(scene.program, scene.graph);
  find_placements(parts, order);
  list_decisions(parts, order);
  const auto& memories = scene.machine.description().memories;
  parts.roomy = std::all_of(memories.begin(), memories.end(),
                            [&](const MemoryClass& each) { return parts.fit.most() <= each.capacity; });
  return parts;
}

} // namespace mapwright::mapper
