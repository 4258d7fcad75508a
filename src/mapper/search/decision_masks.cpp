// Which options go with the decisions before them.
//
// Memory: after some decisions, a few simple ways to make the others are tried; an option is allowed where one of them
// is sure to fit. A way decides one after the other and looks at nothing but earlier decisions, so the option that it
// takes itself is allowed: there always is one.
#include "mapper/search/space_parts.hpp"

#include <algorithm>
#include <array>

namespace mapwright::mapper {

namespace {

/// Ways to make the decisions that are left.
enum class Way : std::uint8_t {
  first,            ///< the first option that goes with the others
  roomy_memories,   ///< data into the kind of memory that holds the most on a node
  large_memories,   ///< data into the kind of memory of which one holds the most
  roomy_processors, ///< tasks onto the processors that see the kind of memory that holds the most, data into that
};

/// Bytes on a node in the memories of the kind, or in one of them.
std::uint64_t room_in(const Machine& machine, MemoryKind memory, bool one) {
  for (const MemoryClass& each : machine.description().memories) {
    if (each.kind == memory) {
      return one ? each.capacity : each.capacity * each.count;
    }
  }
  return 0;
}

std::uint64_t room_seen(const Machine& machine, ProcessorKind processor) {
  std::uint64_t most = 0;
  for (const MemoryClass& each : machine.description().memories) {
    most = sees_memory(machine, processor, each.kind) ? std::max(most, room_in(machine, each.kind, false)) : most;
  }
  return most;
}

/// How much an option is wanted; of the most wanted the first counts.
std::uint64_t wish_for(const SpaceParts& parts, const Decision& decision, std::size_t option, Way way) {
  const KindChoices& kind = parts.kinds[decision.kind];
  if (decision.sort == DecisionSort::memory && way != Way::first) {
    return room_in(parts.scene.machine, kind.parameters[decision.parameter].memories[option],
                   way == Way::large_memories);
  }
  if (decision.sort == DecisionSort::processor && way == Way::roomy_processors) {
    return room_seen(parts.scene.machine, kind.processors[option]);
  }
  return 0;
}

Assignment completed(const SpaceParts& parts, const Assignment& before, std::size_t decided, Way way) {
  Assignment all(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(decided));
  all.resize(parts.decisions.size());
  for (std::size_t d = decided; d < all.size(); ++d) {
    bool any = false;
    std::uint64_t most = 0;
    for (std::size_t option = 0; option < parts.decisions[d].options.size(); ++option) {
      const std::uint64_t wish = wish_for(parts, parts.decisions[d], option, way);
      if ((!any || wish > most) && goes_with(parts, all, d, option)) {
        all[d] = static_cast<std::uint16_t>(option);
        most = wish;
        any = true;
      }
    }
  }
  return all;
}

bool placement_goes_with(const SpaceParts& parts, const Assignment& before, std::size_t decision,
                         const PlacementOption& option) {
  const std::uint32_t kind = parts.decisions[decision].kind;
  if (option.processor != parts.processor(before, kind)) {
    return false;
  }
  const Program& program = parts.scene.program;
  if (option.rule == PlacementOption::Rule::user) {
    const std::uint32_t other = program.launches[option.user.launch].kind;
    const KindChoices& leader = parts.kinds[other];
    return leader.index_placement != none && parts.processor(before, other) == option.processor &&
           leader.index_options[before[leader.index_placement]].rule == PlacementOption::Rule::formula;
  }
  if (option.rule == PlacementOption::Rule::with_parent) {
    for (std::uint32_t launch = 0; launch < program.launches.size(); ++launch) {
      const Launch& made = program.launches[launch];
      const std::uint32_t parent = parts.launches[launch].parent;
      if (made.kind == kind && !made.index &&
          (parent == none || parts.processor(before, program.launches[parent].kind) != option.processor)) {
        return false;
      }
    }
  }
  return true;
}

} // namespace

bool goes_with(const SpaceParts& parts, const Assignment& before, std::size_t decision, std::size_t option) {
  const Decision& made = parts.decisions[decision];
  const KindChoices& kind = parts.kinds[made.kind];
  switch (made.sort) {
  case DecisionSort::placement:
    return placement_goes_with(parts, before, decision,
                               kind.index_placement == decision ? kind.index_options[option]
                                                                : kind.single_options[option]);
  case DecisionSort::memory:
    return sees_memory(parts.scene.machine, parts.processor(before, made.kind),
                       kind.parameters[made.parameter].memories[option]);
  case DecisionSort::layout: {
    const ParameterChoices& parameter = kind.parameters[made.parameter];
    return satisfies(parameter.layouts[option], need_of(parameter, parts.processor(before, made.kind)));
  }
  default:
    return true;
  }
}

bool can_fit(const SpaceParts& parts, const Assignment& before, std::size_t decided) {
  if (parts.roomy) {
    return true;
  }
  constexpr std::array<Way, 4> ways{Way::first, Way::roomy_memories, Way::large_memories, Way::roomy_processors};
  return std::any_of(ways.begin(), ways.end(),
                     [&](Way way) { return parts.fit.fits(plan_of(parts, completed(parts, before, decided, way))); });
}

} // namespace mapwright::mapper
