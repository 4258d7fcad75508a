#include "mapper/apps/application.hpp"
#include "mapper/search/list_schedule.hpp"
#include "mapper/search/program_bound.hpp"
#include "mapper/search/work_bound.hpp"
#include "mapper/simulate/simulate.hpp"
#include "searcher_world.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace mapwright::mapper {
namespace {

constexpr double cannot = std::numeric_limits<double>::infinity();

/// The least makespan of the groups by trying every choice.
double slow_grouped(const std::vector<std::vector<double>>& seconds, const std::vector<double>& processors,
                    std::size_t group, std::vector<double>& loads) {
  if (group == seconds.size()) {
    return *std::max_element(loads.begin(), loads.end());
  }
  double best = cannot;
  for (std::size_t k = 0; k < processors.size(); ++k) {
    if (seconds[group][k] < cannot) {
      loads[k] += seconds[group][k] / processors[k];
      best = std::min(best, slow_grouped(seconds, processors, group + 1, loads));
      loads[k] -= seconds[group][k] / processors[k];
    }
  }
  return best;
}

TEST(WorkBound, TasksSharedByTwoKindsEndTogether) {
  const std::vector<WorkClass> classes{{10, {1, 2}}};
  const double bound = shared_work_bound(classes, {1, 1});
  EXPECT_LE(bound, 20.0 / 3 + 1e-9);
  EXPECT_GE(bound, 20.0 / 3 * 0.99);
  EXPECT_NEAR(shared_work_bound({{6, {4, cannot}}}, {2, 8}), 12, 0.2);
}

TEST(WorkBound, IsBelowEveryChoiceAndTheGroupedOneIsTheBest) {
  measure::Random random(5);
  for (int round = 0; round < 100; ++round) {
    const std::vector<double> processors{static_cast<double>(1 + random.below(4)),
                                         static_cast<double>(1 + random.below(20)), 2};
    std::vector<std::vector<double>> seconds;
    std::vector<WorkClass> classes;
    for (std::uint64_t group = 0; group < 1 + random.below(5); ++group) {
      std::vector<double> each;
      for (std::size_t k = 0; k < 3; ++k) {
        each.push_back(k > 0 && random.below(4) == 0 ? cannot : static_cast<double>(1 + random.below(100)));
      }
      classes.push_back({1, each});
      seconds.push_back(std::move(each));
    }
    std::vector<double> loads(3, 0.0);
    const double least = slow_grouped(seconds, processors, 0, loads);
    EXPECT_NEAR(grouped_work_bound(seconds, processors), least, 1e-9);
    EXPECT_LE(shared_work_bound(classes, processors), least + 1e-9);
  }
}

TEST(WorkBound, GivesUpWhereThereAreTooManyChoices) {
  const std::vector<std::vector<double>> seconds(12, std::vector<double>{3, 4, 5});
  EXPECT_EQ(grouped_work_bound(seconds, {1, 1, 1}, 10), 0);
}

TEST(ProgramBound, IsTheTimeOfAProgramThatNothingCanSlow) {
  ProgramBuilder b("rows");
  b.region({"data", {"80"}, {"x:8"}});
  b.blocks({"tile", "data", {"8"}});
  b.kind({"work", {{"own", "0"}}, {{ProcessorKind::gpu}}, "1000000"});
  b.launch({"", "work", {"8"}, {"i"}, {{"tile", {"i"}, "W"}}});
  const Program program = sure(b.build());
  const TaskGraph graph = sure(expand(program));
  const Machine machine = round_machine();
  EXPECT_NEAR(program_bound(program, graph, machine), 2, 1e-6); // 8 tasks of 1 s on 4 GPUs
  const auto run = sure(Simulator(program, graph, machine).run(gpu_plan(program, graph)));
  EXPECT_DOUBLE_EQ(run.makespan, 2);
}

TEST(ProgramBound, CountsWhatMustComeBeforeAndAfter) {
  ProgramBuilder b("hourglass");
  b.region({"data", {"80"}, {"x:8"}});
  b.blocks({"tile", "data", {"8"}});
  b.kind({"one", {{"all", "0"}}, {{ProcessorKind::cpu}}, "3000"});
  b.kind({"work", {{"own", "0"}}, {{ProcessorKind::gpu}}, "1000000"});
  b.launch({"begin", "one", {}, {}, {{"data", {}, "W"}}});
  b.launch({"", "work", {"8"}, {"i"}, {{"tile", {"i"}, "RW"}}});
  b.launch({"end", "one", {}, {}, {{"data", {}, "RW"}}});
  const Program program = sure(b.build());
  const TaskGraph graph = sure(expand(program));
  const ProgramBounds bounds = program_bounds(program, graph, round_machine());
  EXPECT_NEAR(bounds.critical_path, 7, 1e-6);
  EXPECT_NEAR(bounds.any_mapper(), 8, 1e-6); // 3 s, 8 tasks of 1 s on 4 GPUs, 3 s
}

/// A region of 80 bytes that a GPU makes, or a core where `on_core`, and a GPU uses.
Program handed_over(bool on_core, const std::string& made_bytes, const std::string& used_bytes, bool looked_at) {
  ProgramBuilder b("handed_over");
  b.region({"data", {"10"}, {"x:8"}});
  b.kind({"make", {{"all", made_bytes}}, {{on_core ? ProcessorKind::cpu : ProcessorKind::gpu}}, "0"});
  b.kind({"look", {{"all", "80"}}, {{ProcessorKind::cpu}}, "0"});
  b.kind({"use", {{"all", used_bytes}}, {{ProcessorKind::gpu}}, "0"});
  b.launch({"", "make", {}, {}, {{"data", {}, "W"}}});
  if (looked_at) {
    b.launch({"", "look", {}, {}, {{"data", {}, "R"}}});
  }
  b.launch({"", "use", {}, {}, {{"data", {}, "RW"}}});
  return sure(b.build());
}

ProgramBounds bounds_of_program(const Program& program) {
  return program_bounds(program, sure(expand(program)), round_machine());
}

TEST(ProgramBound, CountsDataThatMustBeCopiedOrReadFromAfar) {
  // 1.6 s on the core; then a copy of 1.8 s and 0.4 s of use, or 4 s of use in pinned memory
  EXPECT_NEAR(bounds_of_program(handed_over(true, "80", "80", false)).any_plan(), 3.8, 1e-6);
  // used but a little, data stay in pinned memory: 1.6 s and 0.4 s
  EXPECT_NEAR(bounds_of_program(handed_over(true, "80", "8", false)).any_plan(), 2.0, 1e-6);
  // made where they are used
  EXPECT_NEAR(bounds_of_program(handed_over(false, "80", "80", false)).any_plan(), 0.8, 1e-6);
}

TEST(ProgramBound, AnArgumentOfAMapperIsInOneMemoryForAllWhoReadIt) {
  const ProgramBounds bounds = bounds_of_program(handed_over(false, "8", "80", true));
  // made in pinned memory for the core (0.4 s and 1.6 s) and beside the GPU for the use (0.4 s)
  EXPECT_NEAR(bounds.any_plan(), 2.4, 1e-6);
  EXPECT_GE(bounds.any_mapper(), 2.6 - 1e-6);
  EXPECT_LE(bounds.any_mapper(), 3.84); // made beside the GPU: 0.04 s, copy 1.8 s, 1.6 s, 0.4 s
  EXPECT_EQ(bounds.binding(false), "chain of tasks and copies, whatever kinds a mapper chooses");
  EXPECT_EQ(bounds.binding(true), "chain of tasks and copies");
}

/// Every task on some processor that can run it, its data in some memory that this sees.
Plan random_plan(const SearcherWorld& world, measure::Random& random) {
  Plan plan = list_schedule(world.scene);
  for (std::uint32_t slot = 0; slot < world.graph.slots.size(); ++slot) {
    const Launch& launch = world.program.launches[world.graph.slots[slot].launch];
    const std::uint32_t node = plan.tasks[slot].processor.node;
    const ProcessorKind kind = plan.tasks[slot].processor.kind;
    const auto index = static_cast<std::uint32_t>(random.below(world.machine.processors_of(kind)));
    plan.tasks[slot].processor.index = index;
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
      MemoryName& memory = plan.arguments[world.graph.slots[slot].first_argument + i].memory;
      memory.index = memory.kind == MemoryKind::fbmem ? index : memory.index;
      if (random.below(3) == 0) {
        memory = {MemoryKind::zcmem, node, 0};
      }
    }
  }
  return plan;
}

/// Runs of random assignments and plans, none of which may beat the bounds.
void expect_no_run_beats(const SearcherWorld& world, int runs, const std::string& about) {
  const ProgramBounds bounds = program_bounds(world.program, world.graph, world.machine);
  EXPECT_GT(bounds.any_plan(), 0) << about;
  measure::Random random(17);
  Simulator simulator(world.program, world.graph, world.machine);
  for (int i = 0; i < runs; ++i) {
    const auto mapped = sure(simulator.run(world.space.plan(world.space.draw(random))));
    EXPECT_GE(mapped.makespan, bounds.any_mapper()) << about;
    const auto planned = sure(simulator.run(random_plan(world, random)));
    if (planned.status == SimulationStatus::done) {
      EXPECT_GE(planned.makespan, bounds.any_plan()) << about;
    }
  }
}

TEST(ProgramBound, IsBelowEveryRunOfTheNineApplications) {
  for (const ApplicationInfo& info : application_catalogue()) {
    for (const char* machine : {"p100x4", "lassen,nodes=2"}) {
      const SearcherWorld world(sure(open_application(info.name)).program, sure(open_machine(machine)));
      expect_no_run_beats(world, 5, info.name + " on " + machine);
    }
  }
}

TEST(ProgramBound, IsBelowEveryRunAtSmallSizes) {
  for (const char* application :
       {"cannon,n=16", "summa,n=512", "pumma,n=64", "johnson,n=32", "solomonik,n=1024", "cosma,n=16",
        "circuit,loops=2,pieces=2,nodes_per_piece=100,wires_per_piece=50,percent_shared=20", "stencil,n=8,steps=2",
        "pennant,cycles=2,zones_x=3,zones_y=8,pieces=2"}) {
    const SearcherWorld world(sure(open_application(application)).program, sure(open_machine("p100x4")));
    expect_no_run_beats(world, 25, application);
  }
}

/// A small computer as its runtime behaves: contributions in program order, leaders for free, some work faster than
/// the rates of its processors say.
Machine machine_with_habits(const Program& program) {
  MachineDescription machine = sure(open_machine("box")).description();
  machine.runtime.launches_for_free = true;
  machine.runtime.reduces_in_order = true;
  machine.runtime.converts_on_processor = true;
  for (const TaskKind& kind : program.kinds) {
    machine.work.push_back({program.name, kind.name, ProcessorKind::cpu, {}, 0.25});
    machine.work.push_back({program.name, kind.name, ProcessorKind::gpu, {}, 3});
  }
  return sure(Machine::build(std::move(machine)));
}

TEST(ProgramBound, IsBelowEveryRunWhereTheRuntimeHasHabitsOfItsOwn) {
  for (const char* application : {"cannon", "circuit,loops=2", "johnson", "pennant,cycles=2"}) {
    Program program = sure(open_application(application)).program;
    Machine machine = machine_with_habits(program);
    const SearcherWorld world(std::move(program), std::move(machine));
    expect_no_run_beats(world, 15, application);
  }
}

} // namespace
} // namespace mapwright::mapper
