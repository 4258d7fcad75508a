// The plan of an assignment, from placements that are worked out already.
#include "mapper/search/space_parts.hpp"

#include <algorithm>

namespace mapwright::mapper {

namespace {

/// Fills a plan launch by launch, in the order in which an elaboration places tasks.
class PlanFiller {
public:
  PlanFiller(const SpaceParts& parts, const Assignment& assignment)
      : parts_(parts), assignment_(assignment), graph_(parts.scene.graph), machine_(parts.scene.machine),
        plan_(blank_plan(parts.scene.program, parts.scene.graph)), loads_(machine_.processor_count()) {}

  Plan run() {
    for (std::uint32_t launch = 0; launch < parts_.launches.size(); ++launch) {
      const KindChoices& kind = parts_.kinds[parts_.scene.program.launches[launch].kind];
      if (parts_.scene.program.launches[launch].index) {
        place_points(launch, kind.index_options[SpaceParts::option(assignment_, kind.index_placement)]);
      } else {
        place_singles(launch, kind.single_options[SpaceParts::option(assignment_, kind.single_placement)]);
      }
      place_arguments(launch, kind);
    }
    for (std::size_t kind = 0; kind < parts_.kinds.size(); ++kind) {
      plan_.limits[kind] = limit_choices[SpaceParts::option(assignment_, parts_.kinds[kind].limit)];
    }
    return std::move(plan_);
  }

private:
  void put(std::uint32_t slot, const ProcessorName& name) {
    ++loads_[machine_.find(name).value()];
    plan_.tasks[slot].processor = name;
  }

  /// The node of the task that launches the slot; `without` where no task does.
  [[nodiscard]] std::uint32_t node_above(std::uint32_t slot, std::uint32_t without) const {
    const std::uint32_t parent = graph_.slots[slot].parent;
    return parent == none ? without : plan_.tasks[parent].processor.node;
  }

  void place_points(std::uint32_t launch, const PlacementOption& option) {
    const LaunchPart& part = parts_.launches[launch];
    const PlacementTable* table = nullptr;
    const std::vector<std::uint32_t>* points = nullptr;
    if (option.rule == PlacementOption::Rule::user) {
      const KindChoices& leader = parts_.kinds[parts_.scene.program.launches[option.user.launch].kind];
      table =
          &leader.index_options[assignment_[leader.index_placement]].tables[parts_.launches[option.user.launch].number];
      points = &option.user.points[part.number];
    } else {
      table = &option.tables[part.number];
    }
    for (std::uint32_t slot = part.first; slot < part.end; ++slot) {
      const std::uint32_t own = graph_.slots[slot].point;
      const space::ProcessorPoint& point = (*table)[points == nullptr ? own : (*points)[own]];
      const ProcessorName name{option.processor, node_above(slot, static_cast<std::uint32_t>(point.node)),
                               static_cast<std::uint32_t>(point.processor)};
      put(slot, option.rule == PlacementOption::Rule::any_of_node ? least_loaded(name) : name);
    }
  }

  void place_singles(std::uint32_t launch, const PlacementOption& option) {
    const LaunchPart& part = parts_.launches[launch];
    for (std::uint32_t slot = part.first; slot < part.end; ++slot) {
      ProcessorName name{option.processor, node_above(slot, 0), 0};
      if (option.rule == PlacementOption::Rule::with_parent) {
        name.index = plan_.tasks[graph_.slots[slot].parent].processor.index;
      } else if (option.rule == PlacementOption::Rule::any_of_node) {
        name = least_loaded(name);
      }
      put(slot, name);
    }
  }

  /// The processor of the kind and node with the fewest tasks so far, the first of equals.
  [[nodiscard]] ProcessorName least_loaded(ProcessorName name) const {
    ProcessorName best = name;
    for (name.index = 1; name.index < machine_.processors_of(name.kind); ++name.index) {
      if (loads_[machine_.find(name).value()] < loads_[machine_.find(best).value()]) {
        best = name;
      }
    }
    return best;
  }

  void place_arguments(std::uint32_t launch, const KindChoices& kind) {
    const LaunchPart& part = parts_.launches[launch];
    const Launch& made = parts_.scene.program.launches[launch];
    const ProcessorKind processor = parts_.processor(assignment_, made.kind);
    for (std::size_t i = 0; i < made.arguments.size(); ++i) {
      ArgumentDecision decision{{MemoryKind::virtual_memory, 0, 0}, {}, false};
      bool own = false;
      if (!part.inner) {
        const ParameterChoices& parameter = kind.parameters[i];
        decision.memory.kind = memory_of(parameter, processor);
        decision.layout = layout_of(parameter, processor);
        decision.collect =
            SpaceParts::option(assignment_, parameter.collect) == 1 && made.arguments[i].privilege == Privilege::read;
        const std::vector<Sight>& sights = machine_.description().sights;
        own = std::any_of(sights.begin(), sights.end(), [&](const Sight& sight) {
          return sight.processor == processor && sight.memory == decision.memory.kind && sight.own;
        });
      }
      for (std::uint32_t slot = part.first; slot < part.end; ++slot) {
        const ProcessorName& name = plan_.tasks[slot].processor;
        decision.memory.node = name.node;
        decision.memory.index = own ? name.index : 0;
        plan_.arguments[graph_.slots[slot].first_argument + i] = decision;
      }
    }
  }

  [[nodiscard]] MemoryKind memory_of(const ParameterChoices& parameter, ProcessorKind processor) const {
    if (parameter.memory != none) {
      return parameter.memories[assignment_[parameter.memory]];
    }
    // What is not decided: a kind that no statement can name may still see several.
    const auto seen = std::find_if(parameter.memories.begin(), parameter.memories.end(),
                                   [&](MemoryKind memory) { return sees_memory(machine_, processor, memory); });
    return *seen;
  }

  [[nodiscard]] DataLayout layout_of(const ParameterChoices& parameter, ProcessorKind processor) const {
    return parameter.layout != none ? parameter.layouts[assignment_[parameter.layout]]
                                    : unsaid_layout(need_of(parameter, processor));
  }

  const SpaceParts& parts_;
  const Assignment& assignment_;
  const TaskGraph& graph_;
  const Machine& machine_;
  Plan plan_;
  std::vector<std::uint32_t> loads_; ///< tasks of each processor so far
};

} // namespace

DataLayout unsaid_layout(const LayoutNeed& need) {
  DataLayout layout;
  layout.dimensions = need.dimensions.value_or(layout.dimensions);
  layout.fields = need.fields.value_or(layout.fields);
  layout.alignment = need.alignment;
  return layout;
}

Plan plan_of(const SpaceParts& parts, const Assignment& assignment) {
  return PlanFiller(parts, assignment).run();
}

} // namespace mapwright::mapper
