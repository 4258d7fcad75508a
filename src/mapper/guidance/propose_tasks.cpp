#include "mapper/guidance/proposing.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::mapper {

namespace {

/// Where data of tasks that move to such processors go: their own memory, else that of the node.
std::optional<MemoryKind> memory_beside(const Proposing& work, ProcessorKind processor) {
  const std::vector<MemoryKind> seen = work.memories_seen(processor);
  const MemoryKind usual = processor == ProcessorKind::gpu ? MemoryKind::fbmem : MemoryKind::sysmem;
  if (std::find(seen.begin(), seen.end(), usual) != seen.end()) {
    return usual;
  }
  return seen.empty() ? std::nullopt : std::optional(seen.front());
}

std::string joined_lines(const std::vector<std::string>& lines) {
  return fmt::format("{}", fmt::join(lines, "\n"));
}

/// Ways to move tasks of a kind: the Task statement alone, and with what may be needed beside it.
ProposedChange move_to(const Proposing& work, std::uint32_t kind, ProcessorKind processor) {
  const std::string name = fmt::format("{} to {}", work.name_of(kind), to_string(processor));
  const std::string task = fmt::format("Task {} {};", work.name_of(kind), to_string(processor));
  std::string placement;
  if (const auto shape = work.shape_of({kind}, processor)) {
    const PlacementFunction blocks = placement_functions(*shape, work.new_suffix()).front();
    placement = fmt::format("{}\nIndexTaskMap {} {};", blocks.text, work.name_of(kind), blocks.name);
  }
  std::vector<std::string> regions;
  const auto memory = memory_beside(work, processor);
  for (const NamedArgument& argument : work.arguments) {
    if (memory && argument.kind == kind) {
      regions.push_back(fmt::format("Region {} {} {} {};", work.name_of(kind), argument.name, to_string(processor),
                                    to_string(*memory)));
    }
  }
  std::vector<std::vector<std::string>> ways{{task}};
  if (!placement.empty()) {
    ways.push_back({task, placement});
  }
  if (!regions.empty()) {
    ways.push_back({task, joined_lines(regions)});
  }
  if (!placement.empty() && !regions.empty()) {
    ways.push_back({task, joined_lines(regions), placement});
  }
  ProposedChange proposed;
  for (const std::vector<std::string>& way : ways) {
    proposed.ways.push_back(work.on_top(ChangeSort::processor, name, joined_lines(way)));
  }
  proposed.holds = [&scene = work.scene, launches = work.launches_of(kind),
                    processor](const language::SourceText& /*text*/, const Elaborated& made) {
    return std::all_of(launches.begin(), launches.end(), [&](std::uint32_t launch) {
      return made.plan.tasks[scene.graph.first_slot[launch]].processor.kind == processor;
    });
  };
  return proposed;
}

/// Whether the statement that places these launches is the one of these words.
bool placed_by(const language::SourceText& text, const Elaborated& made, const std::vector<std::uint32_t>& launches,
               const std::string& statement) {
  return std::all_of(launches.begin(), launches.end(), [&](std::uint32_t launch) {
    const Origin& origin = made.origins[launch].placement;
    return origin && text.text.compare(origin->begin, origin->end - origin->begin, statement, 0,
                                       origin->end - origin->begin) == 0;
  });
}

void propose_placement(const Proposing& work, const std::vector<std::uint32_t>& kinds, ProcessorKind processor,
                       std::vector<ProposedChange>& out) {
  const auto shape = work.shape_of(kinds, processor);
  if (!shape) {
    return;
  }
  std::vector<std::string> tasks;
  std::vector<std::uint32_t> launches;
  for (const std::uint32_t kind : kinds) {
    tasks.push_back(work.name_of(kind));
    for (const std::uint32_t launch : work.launches_of(kind)) {
      if (work.scene.program.launches[launch].index) {
        launches.push_back(launch);
      }
    }
  }
  for (const PlacementFunction& function : placement_functions(*shape, work.new_suffix())) {
    const std::string statement = fmt::format("IndexTaskMap {} {};", fmt::join(tasks, ", "), function.name);
    ProposedChange proposed;
    proposed.ways.push_back(work.on_top(ChangeSort::placement,
                                        fmt::format("{} in {}", fmt::join(tasks, ", "), function.title),
                                        fmt::format("{}\n{}", function.text, statement)));
    proposed.holds = [launches, statement](const language::SourceText& text, const Elaborated& made) {
      return placed_by(text, made, launches, statement);
    };
    out.push_back(std::move(proposed));
  }
}

/// Whether the kind has an index launch.
bool has_index_launch(const Proposing& work, std::uint32_t kind) {
  const std::vector<std::uint32_t> launches = work.launches_of(kind);
  return std::any_of(launches.begin(), launches.end(),
                     [&](std::uint32_t launch) { return work.scene.program.launches[launch].index; });
}

} // namespace

std::vector<ProposedChange> propose_processors(const Proposing& work) {
  std::vector<ProposedChange> out;
  for (std::uint32_t kind = 0; kind < work.scene.program.kinds.size(); ++kind) {
    const auto now = work.processor_of(kind);
    for (const TaskVariant& variant : work.scene.program.kinds[kind].variants) {
      if (now && variant.processor != *now && work.scene.machine.processors_of(variant.processor) > 0) {
        out.push_back(move_to(work, kind, variant.processor));
      }
    }
  }
  return out;
}

std::vector<ProposedChange> propose_placements(const Proposing& work) {
  std::map<std::pair<ProcessorKind, std::size_t>, std::vector<std::uint32_t>> groups;
  for (std::uint32_t kind = 0; kind < work.scene.program.kinds.size(); ++kind) {
    const auto processor = work.processor_of(kind);
    const auto shape = processor ? work.shape_of({kind}, *processor) : std::nullopt;
    if (shape && has_index_launch(work, kind)) {
      groups[{*processor, shape->dimensions}].push_back(kind);
    }
  }
  std::vector<ProposedChange> out;
  for (const auto& [key, kinds] : groups) {
    propose_placement(work, kinds, key.first, out);
  }
  for (const auto& [key, kinds] : groups) {
    for (const std::uint32_t kind : kinds) {
      if (kinds.size() > 1) {
        propose_placement(work, {kind}, key.first, out);
      }
    }
  }
  return out;
}

std::vector<ProposedChange> propose_limits(const Proposing& work) {
  constexpr std::array<std::uint32_t, 3> limits{1, 2, 4};
  std::vector<ProposedChange> out;
  for (const std::uint32_t limit : limits) {
    for (std::uint32_t kind = 0; kind < work.scene.program.kinds.size(); ++kind) {
      if (!work.processor_of(kind) || work.made.plan.limits[kind] == limit) {
        continue;
      }
      ProposedChange proposed;
      proposed.ways.push_back(work.on_top(ChangeSort::limit,
                                          fmt::format("at most {} of {} at once", limit, work.name_of(kind)),
                                          fmt::format("InstanceLimit {} {};", work.name_of(kind), limit)));
      proposed.holds = [kind, limit](const language::SourceText& /*text*/, const Elaborated& made) {
        return made.plan.limits[kind] == limit;
      };
      out.push_back(std::move(proposed));
    }
  }
  return out;
}

} // namespace mapwright::mapper
