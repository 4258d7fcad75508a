#include "mapper/plan/plan.hpp"

#include "core/digest.hpp"

#include <array>
#include <functional>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

/// A sort of decision about one argument or task: how two plans' values compare and read.
template <class Decision> struct Aspect {
  std::string_view name;
  std::string (*text)(const Decision&);
  bool (*other_kind)(const Decision&, const Decision&) = nullptr; ///< of processors
};

constexpr std::array<Aspect<TaskDecision>, 2> task_aspects{
    {{"processor", [](const TaskDecision& d) { return to_string(d.processor); },
      [](const TaskDecision& a, const TaskDecision& b) { return a.processor.kind != b.processor.kind; }},
     {"priority", [](const TaskDecision& d) { return std::to_string(d.priority); }}}};

constexpr std::array<Aspect<ArgumentDecision>, 3> argument_aspects{
    {{"memory", [](const ArgumentDecision& d) { return to_string(d.memory); }},
     {"layout", [](const ArgumentDecision& d) { return to_string(d.layout); }},
     {"collect", [](const ArgumentDecision& d) { return std::string(d.collect ? "collected" : "kept"); }}}};

/// Adds the difference of one aspect over the slots of a launch; `at` gives the index of a slot's decision.
template <class Decision>
void compare_slots(const Program& program, const TaskGraph& graph, const Aspect<Decision>& aspect, std::uint32_t launch,
                   std::uint32_t argument, const std::vector<Decision>& before, const std::vector<Decision>& after,
                   const std::function<std::uint32_t(std::uint32_t)>& at, std::vector<PlanDifference>& differences) {
  PlanDifference difference{launch, argument, std::string(aspect.name), 0, {}};
  for (std::uint32_t slot = graph.first_slot[launch]; slot < graph.slots.size() && graph.slots[slot].launch == launch;
       ++slot) {
    const Decision& old = before[at(slot)];
    const Decision& now = after[at(slot)];
    if (old == now || aspect.text(old) == aspect.text(now)) {
      continue;
    }
    if (difference.count == 0) {
      difference.example =
          fmt::format("{}: {}, then {}", name_of_slot(program, graph, slot), aspect.text(old), aspect.text(now));
    }
    ++difference.count;
    difference.other_kind = difference.other_kind || (aspect.other_kind != nullptr && aspect.other_kind(old, now));
  }
  if (difference.count > 0) {
    differences.push_back(std::move(difference));
  }
}

std::string limit_text(std::uint32_t limit) {
  return limit == 0 ? "no limit" : fmt::format("at most {}", limit);
}

} // namespace

Plan blank_plan(const Program& program, const TaskGraph& graph) {
  Plan plan;
  plan.tasks.resize(graph.slots.size());
  plan.arguments.resize(graph.argument_count);
  plan.limits.resize(program.kinds.size());
  return plan;
}

std::string canonical_text(const Program& program, const TaskGraph& graph, const Plan& plan) {
  std::string text = fmt::format("plan of {}\n", program.name);
  auto out = std::back_inserter(text);
  for (std::size_t kind = 0; kind < plan.limits.size(); ++kind) {
    if (plan.limits[kind] != 0) {
      fmt::format_to(out, "limit {} {}\n", program.kinds[kind].name, plan.limits[kind]);
    }
  }
  for (std::uint32_t slot = 0; slot < graph.slots.size(); ++slot) {
    const Slot& place = graph.slots[slot];
    const Launch& launch = program.launches[place.launch];
    const TaskDecision& task = plan.tasks[slot];
    fmt::format_to(out, "{}: {} priority {}\n", name_of_slot(program, graph, slot), to_string(task.processor),
                   task.priority);
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
      const ArgumentDecision& argument = plan.arguments[place.first_argument + i];
      fmt::format_to(out, "  {}: {} {}{}\n", program.kinds[launch.kind].parameters[i].name, to_string(argument.memory),
                     to_string(argument.layout), argument.collect ? " collect" : "");
    }
  }
  return text;
}

std::string plan_hash(const Program& program, const TaskGraph& graph, const Plan& plan) {
  return sha256_hex(canonical_text(program, graph, plan));
}

std::vector<PlanDifference> plan_differences(const Program& program, const TaskGraph& graph, const Plan& before,
                                             const Plan& after) {
  std::vector<PlanDifference> differences;
  for (std::uint32_t kind = 0; kind < program.kinds.size(); ++kind) {
    if (before.limits[kind] != after.limits[kind]) {
      differences.push_back({none, none, "limit", 1,
                             fmt::format("{}: {}, then {}", program.kinds[kind].name, limit_text(before.limits[kind]),
                                         limit_text(after.limits[kind])),
                             kind});
    }
  }
  for (std::uint32_t launch = 0; launch < program.launches.size(); ++launch) {
    for (const Aspect<TaskDecision>& aspect : task_aspects) {
      compare_slots<TaskDecision>(
          program, graph, aspect, launch, none, before.tasks, after.tasks, [](std::uint32_t slot) { return slot; },
          differences);
    }
    for (std::uint32_t argument = 0; argument < program.launches[launch].arguments.size(); ++argument) {
      for (const Aspect<ArgumentDecision>& aspect : argument_aspects) {
        compare_slots<ArgumentDecision>(
            program, graph, aspect, launch, argument, before.arguments, after.arguments,
            [&](std::uint32_t slot) { return graph.slots[slot].first_argument + argument; }, differences);
      }
    }
  }
  return differences;
}

} // namespace mapwright::mapper
