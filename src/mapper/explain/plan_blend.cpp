#include "mapper/explain/plan_blend.hpp"

#include <optional>
#include <stdexcept>

namespace mapwright::mapper {

namespace {

/// The memory of this kind that the processor reads and writes fastest, the first of equals; nothing when it sees none.
std::optional<MemoryName> fastest_of_kind(const Machine& machine, const ProcessorName& processor, MemoryKind kind) {
  const auto reader = machine.find(processor);
  std::optional<MemoryName> best;
  double best_bandwidth = 0;
  for (std::uint32_t index = 0; reader && index < machine.memories_of(kind); ++index) {
    const MemoryName name{kind, processor.node, index};
    const auto memory = machine.find(name);
    const auto bandwidth = memory ? machine.bandwidth(*reader, *memory) : std::nullopt;
    if (bandwidth && *bandwidth > best_bandwidth) {
      best = name;
      best_bandwidth = *bandwidth;
    }
  }
  return best;
}

/// The slot behind the last one of a launch.
std::uint32_t end_of_slots(const TaskGraph& graph, std::uint32_t launch) {
  return launch + 1 < graph.first_slot.size() ? graph.first_slot[launch + 1]
                                              : static_cast<std::uint32_t>(graph.slots.size());
}

} // namespace

PlanBlend::PlanBlend(const Program& program, const TaskGraph& graph, const Machine& machine, const Plan& before,
                     const Plan& after)
    : program_(program), graph_(graph), machine_(machine), before_(before), after_(after) {
  for (PlanDifference& difference : plan_differences(program, graph, before, after)) {
    if (difference.decision == "memory" && follows(difference)) {
      following_.emplace(difference.launch, difference.argument);
    } else {
      differences_.push_back(std::move(difference));
    }
  }
}

/// Whether the memories of this argument are, at all points, what moving the tasks alone makes of them.
bool PlanBlend::follows(const PlanDifference& difference) const {
  for (std::uint32_t slot = graph_.first_slot[difference.launch]; slot < end_of_slots(graph_, difference.launch);
       ++slot) {
    const std::uint32_t argument = graph_.slots[slot].first_argument + difference.argument;
    const MemoryName& now = after_.arguments[argument].memory;
    const ProcessorName& processor = after_.tasks[slot].processor;
    const bool moved = processor != before_.tasks[slot].processor;
    const bool must_change =
        moved && !fastest_of_kind(machine_, processor, before_.arguments[argument].memory.kind).has_value();
    if (!must_change && memory(slot, argument, true, false) != now) {
      return false;
    }
  }
  return true;
}

/// Of an argument of the plan, for a task that has moved or not, with a memory that was changed or not.
MemoryName PlanBlend::memory(std::uint32_t slot, std::uint32_t argument, bool moved, bool changed) const {
  const MemoryName& old = before_.arguments[argument].memory;
  const MemoryName& now = after_.arguments[argument].memory;
  const MemoryName& chosen = changed ? now : old;
  const ProcessorName& from = before_.tasks[slot].processor;
  const ProcessorName& to = after_.tasks[slot].processor;
  if (old == now || moved == changed || from == to) {
    return chosen;
  }
  return fastest_of_kind(machine_, moved ? to : from, chosen.kind).value_or(chosen);
}

/// One difference but that of processors and memories, which depend on each other.
void PlanBlend::take(const PlanDifference& difference, Plan& plan) const {
  if (difference.launch == none) {
    plan.limits[difference.kind] = after_.limits[difference.kind];
    return;
  }
  for (std::uint32_t slot = graph_.first_slot[difference.launch]; slot < end_of_slots(graph_, difference.launch);
       ++slot) {
    const std::uint32_t argument =
        graph_.slots[slot].first_argument + (difference.argument == none ? 0 : difference.argument);
    if (difference.decision == "priority") {
      plan.tasks[slot].priority = after_.tasks[slot].priority;
    } else if (difference.decision == "layout") {
      plan.arguments[argument].layout = after_.arguments[argument].layout;
    } else if (difference.decision == "collect") {
      plan.arguments[argument].collect = after_.arguments[argument].collect;
    }
  }
}

Plan PlanBlend::with(const std::vector<bool>& chosen) const {
  if (chosen.size() != differences_.size()) {
    throw std::logic_error("PlanBlend::with: one choice for each difference");
  }
  Plan plan = before_;
  std::vector<bool> moved(program_.launches.size(), false);
  std::set<Argument> changed;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (!chosen[i]) {
      continue;
    }
    const PlanDifference& difference = differences_[i];
    if (difference.decision == "processor") {
      moved[difference.launch] = true;
    } else if (difference.decision == "memory") {
      changed.emplace(difference.launch, difference.argument);
    } else {
      take(difference, plan);
    }
  }
  for (std::uint32_t slot = 0; slot < graph_.slots.size(); ++slot) {
    const Slot& place = graph_.slots[slot];
    const bool is_moved = moved[place.launch];
    plan.tasks[slot].processor = (is_moved ? after_ : before_).tasks[slot].processor;
    for (std::uint32_t i = 0; i < program_.launches[place.launch].arguments.size(); ++i) {
      const Argument key(place.launch, i);
      const bool is_changed = following_.contains(key) ? is_moved : changed.contains(key);
      const std::uint32_t argument = place.first_argument + i;
      plan.arguments[argument].memory = memory(slot, argument, is_moved, is_changed);
    }
  }
  return plan;
}

} // namespace mapwright::mapper
