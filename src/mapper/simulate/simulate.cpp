#include "mapper/simulate/simulate.hpp"

#include "mapper/simulate/report.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace mapwright::mapper {

namespace {

constexpr std::uint64_t checkpoints_per_run = 8;
constexpr std::uint64_t never_used = UINT64_MAX;

/// Events of a run of this graph: each task becomes ready, is dispatched and ends.
std::uint64_t events_of(const TaskGraph& graph) {
  return 3 * std::uint64_t{graph.tasks.size()};
}

} // namespace

Simulator::Simulator(const Program& program, const TaskGraph& graph, const Machine& machine, SourceChoice sources)
    : in_order_(in_order_where_wanted(program, machine)), program_(in_order_ ? in_order_->program : program),
      graph_(in_order_ ? in_order_->graph : graph), machine_(machine), sources_(sources), index_(graph_),
      sites_(machine.memory_count()) {
  if (machine.description().runtime.converts_on_processor) {
    conversions_.emplace(program_, graph_);
  }
}

Result<ResolvedPlan> Simulator::resolved(const Plan& plan) {
  if (plan.tasks.size() != graph_.slots.size() || plan.arguments.size() != graph_.argument_count ||
      plan.limits.size() != program_.kinds.size()) {
    throw std::logic_error("a plan of another program");
  }
  auto resolved = resolve(program_, graph_, machine_, plan, sites_);
  if (resolved && conversions_) {
    resolved->conversions = conversions_->of(plan, machine_);
  }
  return resolved;
}

void Simulator::finish(Engine& engine, SimulationState& state, bool keep_checkpoints) {
  const std::uint64_t apart = events_of(graph_) / checkpoints_per_run + 1;
  while (engine.step()) {
    if (keep_checkpoints && state.events % apart == 0 && !state.failure) {
      checkpoints_.push_back(state);
    }
  }
}

Result<Simulation> Simulator::run(const Plan& plan) {
  const auto decisions = resolved(plan);
  if (!decisions) {
    return forward(decisions);
  }
  SimulationState state;
  std::vector<std::uint64_t> first_use(graph_.slots.size(), never_used);
  Engine engine(program_, graph_, index_, machine_, sites_, *decisions, sources_, state, first_use);
  engine.begin();
  finish(engine, state, false);
  return report(engine, *decisions, std::move(state));
}

std::uint64_t Simulator::first_difference(const ResolvedPlan& before, const ResolvedPlan& after) const {
  if (before.limits != after.limits) {
    return 0;
  }
  std::vector<bool> queues(program_.launches.size()); // where its tasks run decides which queue a task is in
  for (std::uint32_t launch = 0; launch < queues.size(); ++launch) {
    if (after.limits[program_.launches[launch].kind] != 0) {
      const std::uint32_t above = program_.parent_launch(launch);
      queues[above == none ? launch : above] = true;
    }
  }
  std::uint64_t first = never_used;
  for (std::uint32_t slot = 0; slot < graph_.slots.size(); ++slot) {
    const Slot& place = graph_.slots[slot];
    const std::size_t arguments = program_.launches[place.launch].arguments.size();
    const auto old = before.arguments.begin() + place.first_argument;
    const auto now = after.arguments.begin() + place.first_argument;
    const bool same_task = before.tasks[slot] == after.tasks[slot];
    if (same_task && std::equal(old, old + static_cast<std::ptrdiff_t>(arguments), now)) {
      continue;
    }
    if (queues[place.launch] && !same_task) {
      return 0; // tasks queue up from the begin on
    }
    first = std::min(first, first_use_[slot]);
  }
  for (std::uint32_t task = 0; task < after.conversions.size(); ++task) {
    if (before.conversions[task] != after.conversions[task]) {
      first = std::min(first, first_use_[graph_.tasks[task].slot]);
    }
  }
  return first;
}

Result<Simulation> Simulator::rerun(const Plan& plan) {
  auto decisions = resolved(plan);
  if (!decisions) {
    return forward(decisions);
  }
  const std::uint64_t first = last_ ? first_difference(*last_, *decisions) : 0;
  std::erase_if(checkpoints_, [first](const SimulationState& state) { return state.events >= first; });
  SimulationState state;
  if (checkpoints_.empty()) {
    first_use_.assign(graph_.slots.size(), never_used);
  } else {
    state = checkpoints_.back();
    for (std::uint64_t& use : first_use_) {
      use = use <= state.events ? use : never_used;
    }
  }
  events_saved_ = state.events;
  last_ = std::move(*decisions);
  Engine engine(program_, graph_, index_, machine_, sites_, *last_, sources_, state, first_use_);
  if (checkpoints_.empty()) {
    engine.begin();
  }
  finish(engine, state, true);
  return report(engine, *last_, std::move(state));
}

Simulation Simulator::report(const Engine& engine, const ResolvedPlan& plan, SimulationState&& state) const {
  Simulation result;
  result.tasks.resize(graph_.tasks.size());
  for (std::uint32_t task = 0; task < graph_.tasks.size(); ++task) {
    const TaskState& ran = state.tasks[task];
    result.tasks[task] = {plan.tasks[graph_.tasks[task].slot].processor, ran.begin, ran.end, ran.ended};
    if (!ran.ended && !state.failure) {
      throw std::logic_error("a simulated task waits for ever");
    }
    result.makespan = std::max(result.makespan, ran.end);
  }
  for (const ProcessorState& processor : state.processors) {
    result.busy.push_back(processor.busy);
  }
  for (const MemoryState& memory : state.memories) {
    result.peak.push_back(memory.peak);
  }
  result.traffic = traffic_of(state.copies, machine_.memory_count());
  for (const MemoryTraffic& pair : result.traffic) {
    result.messages += pair.from == pair.to ? 0 : pair.copies;
  }
  result.chain = chain_of(state);
  result.bounds = bounds_of(graph_, machine_, engine, plan, state);
  result.events = state.events + state.copies.size();
  if (state.failure) {
    result.status = SimulationStatus::out_of_memory;
    result.out_of_memory = out_of_memory_of(program_, graph_, machine_, sites_, plan, state);
  }
  result.copies = std::move(state.copies);
  return result;
}

} // namespace mapwright::mapper
