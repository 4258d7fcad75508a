// Random programs with random plans: what must hold of every run.
#include "mapper/random_programs.hpp"
#include "mapper/simulate/simulate.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <rapidcheck/gtest.h>

namespace mapwright::mapper {
namespace {

constexpr double rounding = 1e-9; ///< relative, of sums of times

struct RandomRun {
  Program program;
  TaskGraph graph;
  Machine machine;
  Plan plan;
};

RandomRun random_run(std::uint64_t device_bytes = 1'000'000) {
  Program program = random_program();
  TaskGraph graph = sure(expand(program));
  const auto nodes = static_cast<std::uint32_t>(any_of_range(1, 3));
  Plan plan = random_plan(program, graph, nodes);
  for (const Launch& launch : program.launches) { // a limit on tasks that launch tasks of their kind is refused
    const std::uint32_t index = static_cast<std::uint32_t>(&launch - program.launches.data());
    for (std::uint32_t above = program.parent_launch(index); above != none; above = program.parent_launch(above)) {
      if (program.launches[above].kind == launch.kind) {
        plan.limits[launch.kind] = 0;
      }
    }
  }
  return {std::move(program), std::move(graph), round_machine(nodes, device_bytes, device_bytes), std::move(plan)};
}

bool equal(const Simulation& a, const Simulation& b) {
  const auto tasks_equal = [](const SimulatedTask& x, const SimulatedTask& y) {
    return x.processor == y.processor && x.begin == y.begin && x.end == y.end && x.ran == y.ran;
  };
  const auto copies_equal = [](const SimulatedCopy& x, const SimulatedCopy& y) {
    return x.from == y.from && x.to == y.to && x.access == y.access && x.fold == y.fold && x.bytes == y.bytes &&
           x.begin == y.begin && x.end == y.end;
  };
  const auto parts_equal = [](const ChainPart& x, const ChainPart& y) {
    return x.is_copy == y.is_copy && x.index == y.index && x.begin == y.begin && x.end == y.end;
  };
  return a.status == b.status && a.makespan == b.makespan && a.busy == b.busy && a.peak == b.peak &&
         a.messages == b.messages && a.events == b.events && a.bounds.highest() == b.bounds.highest() &&
         std::equal(a.tasks.begin(), a.tasks.end(), b.tasks.begin(), b.tasks.end(), tasks_equal) &&
         std::equal(a.copies.begin(), a.copies.end(), b.copies.begin(), b.copies.end(), copies_equal) &&
         std::equal(a.chain.begin(), a.chain.end(), b.chain.begin(), b.chain.end(), parts_equal) &&
         a.out_of_memory.has_value() == b.out_of_memory.has_value() &&
         (!a.out_of_memory ||
          (a.out_of_memory->message == b.out_of_memory->message && a.out_of_memory->hint == b.out_of_memory->hint));
}

RC_GTEST_PROP(SimulateRandom, TasksKeepTheOrderOfTheProgram, ()) {
  const RandomRun run = random_run();
  const Simulation result = sure(Simulator(run.program, run.graph, run.machine).run(run.plan));
  RC_ASSERT(result.status == SimulationStatus::done);
  for (std::uint32_t task = 0; task < run.graph.tasks.size(); ++task) {
    const PointTask& made = run.graph.tasks[task];
    RC_ASSERT(result.tasks[task].ran);
    RC_ASSERT(result.tasks[task].end >= result.tasks[task].begin);
    if (made.parent != none) {
      RC_ASSERT(result.tasks[task].begin >= result.tasks[made.parent].end);
    }
    for (std::uint32_t i = 0; i < made.accesses; ++i) {
      for (const std::uint32_t earlier : run.graph.predecessors_of(made.first_access + i)) {
        RC_ASSERT(result.tasks[task].begin >= result.tasks[earlier].end);
      }
    }
  }
  for (const SimulatedCopy& copy : result.copies) {
    RC_ASSERT(copy.end <= result.tasks[run.graph.accesses[copy.access].task].begin);
    for (const std::uint32_t earlier : run.graph.predecessors_of(copy.access)) {
      RC_ASSERT(copy.begin >= result.tasks[earlier].end);
    }
  }
}

RC_GTEST_PROP(SimulateRandom, ProcessorsDoOneThingAtATime, ()) {
  const RandomRun run = random_run();
  const Simulation result = sure(Simulator(run.program, run.graph, run.machine).run(run.plan));
  std::map<std::uint32_t, std::multiset<std::pair<double, double>>> spans;
  std::map<std::uint32_t, double> busy;
  for (const SimulatedTask& task : result.tasks) {
    spans[task.processor].emplace(task.begin, task.end);
    busy[task.processor] += task.end - task.begin;
  }
  for (const auto& [processor, set] : spans) {
    double last = 0;
    for (const auto& [begin, end] : set) {
      RC_ASSERT(begin >= last);
      last = end;
    }
    RC_ASSERT(std::abs(busy[processor] - result.busy[processor]) <= rounding * result.makespan);
  }
}

RC_GTEST_PROP(SimulateRandom, BoundsHold, ()) {
  const RandomRun run = random_run();
  const Simulation result = sure(Simulator(run.program, run.graph, run.machine).run(run.plan));
  RC_ASSERT(result.bounds.highest() <= result.makespan * (1 + rounding));
}

RC_GTEST_PROP(SimulateRandom, BytesAreConserved, ()) {
  const RandomRun run = random_run();
  const Simulation result = sure(Simulator(run.program, run.graph, run.machine).run(run.plan));
  std::uint64_t bytes = 0;
  std::uint64_t copies = 0;
  std::uint64_t messages = 0;
  for (const MemoryTraffic& pair : result.traffic) {
    bytes += pair.bytes;
    copies += pair.copies;
    messages += pair.from == pair.to ? 0 : pair.copies;
  }
  std::uint64_t copied = 0;
  for (const SimulatedCopy& copy : result.copies) {
    const Access& access = run.graph.accesses[copy.access];
    const std::uint32_t argument = copy.access - run.graph.tasks[access.task].first_access;
    const Slot& slot = run.graph.slots[run.graph.tasks[access.task].slot];
    const MemoryName target = run.plan.arguments[slot.first_argument + argument].memory;
    RC_ASSERT(copy.to == run.machine.find(target).value());
    RC_ASSERT(access.privilege != Privilege::write && access.privilege != Privilege::reduce);
    RC_ASSERT(copy.bytes > 0U && copy.bytes <= run.graph.views[access.view].bytes);
    copied += copy.bytes;
  }
  RC_ASSERT(bytes == copied);
  RC_ASSERT(copies == result.copies.size());
  RC_ASSERT(messages == result.messages);
}

/// Bytes that must be copied, worked out in the order of the program: a version of an atom goes once to each place
/// where it is read, but not to where it was written; contributions go once from each place to the next reader.
struct NeededBytes {
  std::uint64_t copied = 0;
  std::uint64_t folded = 0;
};

NeededBytes needed_bytes(const RandomRun& run) {
  using Site = std::pair<MemoryName, DataLayout>;
  std::vector<std::set<Site>> valid(run.graph.atoms.size());
  std::vector<std::set<std::pair<Site, Reduction>>> pending(run.graph.atoms.size());
  NeededBytes needed;
  for (std::uint32_t index = 0; index < run.graph.accesses.size(); ++index) {
    const Access& access = run.graph.accesses[index];
    const PointTask& task = run.graph.tasks[access.task];
    const ArgumentDecision& decision =
        run.plan.arguments[run.graph.slots[task.slot].first_argument + index - task.first_access];
    const Site site(decision.memory, decision.layout);
    for (const std::uint32_t atom : run.graph.atoms_of(access.view)) {
      const std::uint64_t bytes = run.graph.atoms[atom].bytes;
      if (access.privilege == Privilege::reduce) {
        pending[atom].emplace(site, access.reduction);
        continue;
      }
      const bool reads = access.privilege != Privilege::write;
      if (reads && !valid[atom].empty() && !valid[atom].contains(site)) {
        needed.copied += bytes;
      }
      if (reads) {
        needed.folded += bytes * pending[atom].size();
      }
      if (access.privilege != Privilege::read || !pending[atom].empty()) {
        valid[atom].clear();
      }
      pending[atom].clear();
      valid[atom].insert(site);
    }
  }
  return needed;
}

void check_bytes_of_versions() {
  RandomRun run = random_run();
  for (ArgumentDecision& decision : run.plan.arguments) {
    decision.collect = false;
  }
  const Simulation result = sure(Simulator(run.program, run.graph, run.machine).run(run.plan));
  NeededBytes found;
  for (const SimulatedCopy& copy : result.copies) {
    (copy.fold ? found.folded : found.copied) += copy.bytes;
  }
  const NeededBytes needed = needed_bytes(run);
  RC_ASSERT(found.folded == needed.folded);
  const bool reduces = std::any_of(run.graph.accesses.begin(), run.graph.accesses.end(),
                                   [](const Access& access) { return access.privilege == Privilege::reduce; });
  if (!reduces) { // which of several readers folds, and so needs the data before, depends on times
    RC_ASSERT(found.copied == needed.copied);
  }
}

RC_GTEST_PROP(SimulateRandom, EveryVersionGoesWhereItIsReadOnce, ()) {
  for (int i = 0; i < 8; ++i) {
    check_bytes_of_versions();
  }
}

RC_GTEST_PROP(SimulateRandom, TheChainLeadsFromBeginToEnd, ()) {
  const RandomRun run = random_run();
  const Simulation result = sure(Simulator(run.program, run.graph, run.machine).run(run.plan));
  RC_ASSERT(!result.chain.empty());
  RC_ASSERT(result.chain.front().begin == 0.0);
  RC_ASSERT(result.chain.back().end == result.makespan);
  RC_ASSERT(!result.chain.back().is_copy);
  for (std::size_t i = 1; i < result.chain.size(); ++i) {
    RC_ASSERT(result.chain[i].begin >= result.chain[i - 1].begin);
    RC_ASSERT(result.chain[i].begin <= result.chain[i - 1].end);
  }
}

RC_GTEST_PROP(SimulateRandom, MemoriesNeverHoldMoreThanTheyCan, ()) {
  const RandomRun run = random_run(static_cast<std::uint64_t>(any_of_range(1, 200)));
  const Simulation result = sure(Simulator(run.program, run.graph, run.machine).run(run.plan));
  for (std::uint32_t memory = 0; memory < run.machine.memory_count(); ++memory) {
    RC_ASSERT(result.peak[memory] <= run.machine.class_of_memory(memory).capacity);
  }
  RC_ASSERT(result.out_of_memory.has_value() == (result.status == SimulationStatus::out_of_memory));
  if (result.out_of_memory) {
    RC_ASSERT(result.out_of_memory->needed > result.out_of_memory->free);
    std::uint64_t held = 0;
    for (const OutOfMemory::Held& item : result.out_of_memory->held) {
      held += item.bytes;
    }
    RC_ASSERT(held + result.out_of_memory->free == run.machine.class_of_memory(result.out_of_memory->memory).capacity);
    RC_ASSERT(result.out_of_memory->collectable <= held);
  }
}

RC_GTEST_PROP(SimulateRandom, WithRoomForThePeaksItRunsTheSame, ()) {
  const RandomRun run = random_run();
  const Simulation free = sure(Simulator(run.program, run.graph, run.machine).run(run.plan));
  std::uint64_t most = 1;
  for (const std::uint64_t peak : free.peak) {
    most = std::max(most, peak);
  }
  const Machine tight = round_machine(run.machine.description().nodes, most, most);
  RC_ASSERT(equal(sure(Simulator(run.program, run.graph, tight).run(run.plan)), free));
  if (most > 1) {
    const Machine tighter = round_machine(run.machine.description().nodes, most - 1, most - 1);
    const Simulation failed = sure(Simulator(run.program, run.graph, tighter).run(run.plan));
    RC_ASSERT(failed.status == SimulationStatus::out_of_memory);
  }
}

RC_GTEST_PROP(SimulateRandom, RunsAreReproducible, ()) {
  const RandomRun run = random_run();
  Simulator simulator(run.program, run.graph, run.machine);
  const Simulation first = sure(simulator.run(run.plan));
  RC_ASSERT(equal(first, sure(simulator.run(run.plan))));
  RC_ASSERT(equal(first, sure(Simulator(run.program, run.graph, run.machine).run(run.plan))));
}

/// Makes another decision for some slot.
void change(RandomRun& run) {
  const Plan other = random_plan(run.program, run.graph, run.machine.description().nodes);
  const auto slot = static_cast<std::size_t>(any_of_range(0, static_cast<int>(run.graph.slots.size())));
  const Slot& place = run.graph.slots[slot];
  run.plan.tasks[slot] = other.tasks[slot];
  for (std::size_t i = 0; i < run.program.launches[place.launch].arguments.size(); ++i) {
    run.plan.arguments[place.first_argument + i] = other.arguments[place.first_argument + i];
  }
}

RC_GTEST_PROP(SimulateRandom, RerunsAreRuns, ()) {
  RandomRun run = random_run(any_of_range(0, 3) == 0 ? 100 : 1'000'000);
  Simulator simulator(run.program, run.graph, run.machine);
  for (int i = 0; i < 6; ++i) {
    RC_ASSERT(
        equal(sure(simulator.rerun(run.plan)), sure(Simulator(run.program, run.graph, run.machine).run(run.plan))));
    change(run);
  }
}

TEST(SimulateRerun, RepeatsOnlyWhatADecisionCanChange) {
  const Program program = stencil_program(8, 10, 1, 20);
  const TaskGraph graph = sure(expand(program));
  const Machine machine = round_machine(2);
  Plan plan = gpu_plan(program, graph, 2);
  Simulator simulator(program, graph, machine);
  const Simulation first = sure(simulator.rerun(plan));
  EXPECT_EQ(simulator.events_saved(), 0U);
  EXPECT_TRUE(equal(first, sure(simulator.rerun(plan))));
  EXPECT_GT(simulator.events_saved(), first.events / 2) << "nothing has changed";
  plan.tasks[graph.first_slot[1] + 3].priority = 1;
  const Simulation changed = sure(simulator.rerun(plan));
  EXPECT_TRUE(equal(changed, sure(Simulator(program, graph, machine).run(plan))));
}

} // namespace
} // namespace mapwright::mapper
