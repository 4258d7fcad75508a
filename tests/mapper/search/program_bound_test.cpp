#include "mapper/apps/application.hpp"
#include "mapper/search/list_schedule.hpp"
#include "mapper/search/program_bound.hpp"
#include "mapper/search/work_bound.hpp"
#include "mapper/simulate/simulate.hpp"
#include "searcher_world.hpp"

#include <algorithm>
#include <limits>

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

TEST(ProgramBound, IsBelowEveryRunOfTheNineApplications) {
  for (const ApplicationInfo& info : application_catalogue()) {
    for (const char* machine : {"p100x4", "lassen,nodes=2"}) {
      const SearcherWorld world(sure(open_application(info.name)).program, sure(open_machine(machine)));
      const ProgramBounds bounds = program_bounds(world.program, world.graph, world.machine);
      EXPECT_GT(bounds.any_plan(), 0);
      measure::Random random(17);
      Simulator simulator(world.program, world.graph, world.machine);
      for (int i = 0; i < 5; ++i) {
        const auto mapped = sure(simulator.run(world.space.plan(world.space.draw(random))));
        EXPECT_GE(mapped.makespan, bounds.any_mapper()) << info.name << " on " << machine;
        const auto planned = sure(simulator.run(random_plan(world, random)));
        if (planned.status == SimulationStatus::done) {
          EXPECT_GE(planned.makespan, bounds.any_plan()) << info.name << " on " << machine;
        }
      }
    }
  }
}

} // namespace
} // namespace mapwright::mapper
