#include "mapper/apps/application.hpp"
#include "mapper/elaborate/elaborate.hpp"
#include "mapper/search/list_schedule.hpp"
#include "mapper/search/option_effects.hpp"
#include "mapper/search/starts.hpp"
#include "searcher_world.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

namespace mapwright::mapper {
namespace {

TEST(ListSchedule, RanksAreTheLongestChainOfMeans) {
  ProgramBuilder b("chain");
  b.region({"data", {"10"}, {"x:8"}});
  b.kind({"make", {{"all", "0"}}, {{ProcessorKind::gpu}}, "1000000"});
  b.kind({"use", {{"all", "0"}}, {{ProcessorKind::gpu}}, "2000000"});
  b.launch({"", "make", {}, {}, {{"data", {}, "W"}}});
  b.launch({"", "use", {}, {}, {{"data", {}, "RW"}}});
  const Program program = sure(b.build());
  const TaskGraph graph = sure(expand(program));
  const Machine machine = round_machine();
  const std::vector<double> ranks = upward_ranks({program, graph, machine});
  // Copies between different memories take 1 s and 0.01 s for each of 80 bytes.
  ASSERT_EQ(ranks.size(), 2U);
  EXPECT_NEAR(ranks[1], 2, 1e-9);
  EXPECT_NEAR(ranks[0], 1 + (1 + 0.8) + 2, 1e-9);
}

TEST(ListSchedule, SpreadsIndependentTasksAndKeepsChainsTogether) {
  const Program program = stencil_program(4, 1000, 1, 3);
  const TaskGraph graph = sure(expand(program));
  const Machine machine = round_machine();
  const Plan plan = list_schedule({program, graph, machine});
  std::set<ProcessorName> used;
  const std::uint32_t sweep = graph.first_slot[1];
  const std::uint32_t swap = graph.first_slot[2];
  for (std::uint32_t i = 0; i < 4; ++i) {
    used.insert(plan.tasks[sweep + i].processor);
    EXPECT_EQ(plan.tasks[sweep + i].processor, plan.tasks[swap + i].processor);
    EXPECT_EQ(plan.tasks[sweep + i].processor.kind, ProcessorKind::gpu);
  }
  EXPECT_EQ(used.size(), 4U);
}

TEST(ListSchedule, StaysInMemoriesWithRoom) {
  const Program program = stencil_program(4, 1000, 1, 3); // 16 kB in each tile
  const TaskGraph graph = sure(expand(program));
  for (const std::uint64_t device_bytes : {std::uint64_t{1'000}, std::uint64_t{20'000}, std::uint64_t{1'000'000}}) {
    const Machine machine = round_machine(1, device_bytes, 1'000'000);
    const auto run = Simulator(program, graph, machine).run(list_schedule({program, graph, machine}));
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_EQ(run->status, SimulationStatus::done) << device_bytes;
  }
}

TEST(ListSchedule, RunsEveryApplication) {
  for (const ApplicationInfo& info : application_catalogue()) {
    for (const char* machine : {"p100x4", "lassen,nodes=2", "box"}) {
      const SearcherWorld world(sure(open_application(info.name)).program, sure(open_machine(machine)));
      const auto run = Simulator(world.program, world.graph, world.machine).run(list_schedule(world.scene));
      ASSERT_TRUE(run) << info.name << " on " << machine << ": " << run.error().message;
      EXPECT_EQ(run->status, SimulationStatus::done) << info.name << " on " << machine;
    }
  }
}

TEST(NearestAssignment, PutsMostPointsWhereThePlanHasThem) {
  const SearcherWorld world(tiled_program(8, 100, 1, 2), round_machine(2));
  measure::Random random(3);
  for (int i = 0; i < 10; ++i) {
    const Plan plan = world.space.plan(world.space.draw(random));
    const Assignment nearest = nearest_assignment(world.scene, world.space, plan);
    EXPECT_EQ(nearest, world.space.legal(nearest));
    const Plan again = world.space.plan(nearest);
    std::size_t same = 0;
    for (std::size_t slot = 0; slot < plan.tasks.size(); ++slot) {
      same += plan.tasks[slot].processor == again.tasks[slot].processor ? 1U : 0U;
    }
    EXPECT_GE(4 * same, 3 * plan.tasks.size()) << i;
  }
}

TEST(BalancedGrid, IsTheBestOfAllGrids) {
  for (std::int64_t processors = 1; processors <= 24; ++processors) {
    const std::vector<std::int64_t> extents{7, 12, 3};
    std::vector<std::int64_t> best;
    double least = 0;
    std::int64_t most = 0;
    const double side = std::cbrt(7.0 * 12 * 3 / static_cast<double>(processors));
    for (std::int64_t x = 1; x <= 7; ++x) {
      for (std::int64_t y = 1; y <= 12; ++y) {
        for (std::int64_t z = 1; z <= 3; ++z) {
          const double away = std::abs(7.0 / static_cast<double>(x) - side) +
                              std::abs(12.0 / static_cast<double>(y) - side) +
                              std::abs(3.0 / static_cast<double>(z) - side);
          const std::int64_t used = x * y * z;
          if (used <= processors && (used > most || (used == most && away < least))) {
            most = used;
            least = away;
            best = {x, y, z};
          }
        }
      }
    }
    EXPECT_EQ(balanced_grid(processors, extents), best) << processors;
  }
  const std::vector<std::int64_t> cube{100, 100, 100};
  EXPECT_EQ(balanced_grid(64, cube), (std::vector<std::int64_t>{4, 4, 4}));
}

TEST(CommonMemoryAssignments, KeepAllDataWhereMostProcessorsSeeThem) {
  for (const char* application : {"circuit", "johnson", "pennant"}) {
    const SearcherWorld world(sure(open_application(application)).program, sure(open_machine("p100x4")));
    const std::vector<Assignment> both = common_memory_assignments(world.scene, world.space);
    ASSERT_EQ(both.size(), 2U);
    for (const Assignment& assignment : both) {
      EXPECT_EQ(assignment, world.space.legal(assignment));
      for (const ArgumentDecision& argument : world.space.plan(assignment).arguments) {
        EXPECT_EQ(argument.memory.kind, MemoryKind::zcmem) << application;
      }
    }
    for (const TaskDecision& task : world.space.plan(both[1]).tasks) {
      EXPECT_EQ(task.processor.kind, ProcessorKind::cpu) << application;
    }
  }
}

/// The cores on which the launches of `kind` put the point.
std::set<ProcessorName> cores_of_point(const SearcherWorld& world, const Plan& plan, const std::string& kind,
                                       std::uint32_t point) {
  std::set<ProcessorName> cores;
  for (std::uint32_t slot = 0; slot < world.graph.slots.size(); ++slot) {
    const Slot& place = world.graph.slots[slot];
    if (world.program.kinds[world.program.launches[place.launch].kind].name == kind && place.point == point) {
      cores.insert(plan.tasks[slot].processor);
    }
  }
  return cores;
}

TEST(CommonMemoryAssignments, PutLaunchesOfOneKindOnCoresOfTheirOwn) {
  const SearcherWorld world(sure(open_application("pennant")).program, sure(open_machine("p100x4")));
  const Assignment on_cores = common_memory_assignments(world.scene, world.space)[1];
  EXPECT_NE(world.space.text(on_cores).find("[0, *]"), std::string::npos) << world.space.text(on_cores);
  const Plan plan = world.space.plan(on_cores);
  EXPECT_EQ(cores_of_point(world, plan, "adv_pos_half", 1).size(), 2U);
  const auto elaborated =
      sure(elaborate({world.space.text(on_cores), "on_cores"}, world.program, world.graph, world.machine));
  EXPECT_EQ(elaborated.plan, plan);
}

TEST(AnalyticAssignments, PutEveryApplicationOnGpusInBlocks) {
  for (const ApplicationInfo& info : application_catalogue()) {
    const SearcherWorld world(sure(open_application(info.name)).program, sure(open_machine("p100x4")));
    const std::vector<Assignment> all = analytic_assignments(world.scene, world.space);
    ASSERT_FALSE(all.empty());
    EXPECT_LE(all.size(), 6U);
    for (const Assignment& assignment : all) {
      EXPECT_EQ(assignment, world.space.legal(assignment));
      const Plan plan = world.space.plan(assignment);
      std::set<ProcessorName> gpus;
      for (const TaskDecision& task : plan.tasks) {
        if (task.processor.kind == ProcessorKind::gpu) {
          gpus.insert(task.processor);
        }
      }
      EXPECT_EQ(gpus.size(), 4U) << info.name;
    }
  }
}

} // namespace
} // namespace mapwright::mapper
