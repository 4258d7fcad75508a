// What a runtime does otherwise than the model: changes of layout on processors, reductions in order, launches for
// free; factors of tasks.
#include "mapper/simulate/scene.hpp"

namespace mapwright::mapper {
namespace {

/// The round machine with other habits and factors.
Machine with_habits(const RuntimeHabits& habits, std::vector<WorkFactor> work = {}) {
  MachineDescription description = round_machine().description();
  description.runtime = habits;
  description.work = std::move(work);
  return sure(Machine::build(std::move(description)));
}

/// One task writes a plane, two read it otherwise, all in the memory of the first GPU.
struct PlaneScene {
  explicit PlaneScene(const std::string& last_privilege = "R") {
    ProgramBuilder b("plane");
    b.region({"r", {"10", "10"}, {"x:1"}});
    b.kind({"t", {{"a", "0"}}, {{ProcessorKind::gpu}}, "1000000"});
    b.launch({"t0", "t", {}, {}, {{"r", {}, "W"}}});
    b.launch({"t1", "t", {}, {}, {{"r", {}, last_privilege}}});
    b.launch({"t2", "t", {}, {}, {{"r", {}, last_privilege}}});
    program = sure(b.build());
    graph = sure(expand(program));
    plan = blank_plan(program, graph);
    for (std::size_t i = 0; i < 3; ++i) {
      plan.tasks[i].processor = gpu(0);
      plan.arguments[i].memory = device(0);
    }
  }
  [[nodiscard]] Simulation run(const Machine& machine) const {
    return sure(Simulator(program, graph, machine).run(plan));
  }

  Program program;
  TaskGraph graph;
  Plan plan;
};

TEST(RuntimeHabits, ProcessorsChangeLayoutsOnceAsTasksOfTheirOwn) {
  PlaneScene scene;
  const Machine usual = with_habits({});
  const Machine own = with_habits({true, false, false, false, "test"});
  const double overhead = usual.class_of_processor(usual.find(gpu(0)).value()).overhead;
  const double plain = scene.run(own).makespan;
  EXPECT_EQ(scene.run(usual).makespan, plain);
  scene.plan.arguments[1].layout.dimensions = DimensionOrder::c_order;
  scene.plan.arguments[2].layout.dimensions = DimensionOrder::c_order;
  const CopyPath path = usual.path(usual.find(device(0)).value(), usual.find(device(0)).value());
  const double change = 100 * usual.description().conversion / path.bandwidth;
  const Simulation run = scene.run(own);
  EXPECT_NEAR(run.makespan, plain + change + overhead, 1e-9);
  EXPECT_EQ(run.busy[own.find(gpu(0)).value()], run.makespan);
  ASSERT_EQ(run.copies.size(), 1U); // the second reader finds the copy
  EXPECT_EQ(run.copies[0].bytes, 100U);
}

TEST(RuntimeHabits, LayoutsThatLieAlikeAreNotChanged) {
  Scene scene({{"W", gpu(0), device(0)}, {"R", gpu(0), device(0)}}); // one dimension, one field
  scene.plan.arguments[1].layout = {DimensionOrder::c_order, FieldOrder::aos};
  EXPECT_EQ(scene.run(with_habits({})).copies.size(), 1U);
  EXPECT_EQ(scene.run(with_habits({true, false, false, false, "test"})).copies.size(), 0U);
}

TEST(RuntimeHabits, ReductionsInOrderDoNotOverlap) {
  const Scene scene(
      {{"W", gpu(0), zero_copy()}, {"reduce(+)", gpu(1), zero_copy()}, {"reduce(+)", gpu(2), zero_copy()}});
  const double apart = scene.run(with_habits({})).makespan;
  const Simulation in_order = scene.run(with_habits({false, true, false, false, "test"}));
  const double task = scene.run(with_habits({})).tasks[0].end;
  EXPECT_NEAR(apart, 2 * task, 1e-9);
  EXPECT_NEAR(in_order.makespan, 3 * task, 1e-9);
  EXPECT_GE(in_order.tasks[2].begin, in_order.tasks[1].end);
}

TEST(RuntimeHabits, TasksThatLaunchMayBeFree) {
  ProgramBuilder b("nest");
  b.region({"r", {"10"}, {"x:1"}});
  b.kind({"outer", {}, {{ProcessorKind::cpu}}});
  b.kind({"t", {{"a", "0"}}, {{ProcessorKind::gpu}}, "1000000"});
  b.launch({"outer", "outer", {}, {}, {}});
  b.launch({"t", "t", {}, {}, {{"r", {}, "W"}}, "outer"});
  const Program program = sure(b.build());
  const TaskGraph graph = sure(expand(program));
  Plan plan = blank_plan(program, graph);
  plan.tasks[1].processor = gpu(0);
  plan.arguments[0].memory = device(0);
  MachineDescription description = round_machine().description();
  for (ProcessorClass& item : description.processors) {
    item.overhead = 3;
  }
  const auto makespan = [&](bool free) {
    description.runtime = {false, false, free, false, "test"};
    const Machine machine = sure(Machine::build(description));
    return sure(Simulator(program, graph, machine).run(plan)).makespan;
  };
  EXPECT_NEAR(makespan(false) - makespan(true), 3, 1e-9);
}

TEST(RuntimeHabits, ProcessorsMayTakeWaitingTasksInProgramOrder) {
  // While the first task runs, the fourth becomes ready before the third, whose data another processor makes.
  const Scene scene({{"W", gpu(0), device(0), "q"},
                     {"W", gpu(1), zero_copy(), "r"},
                     {"R", gpu(0), zero_copy(), "r"},
                     {"W", gpu(0), device(0), "s"}});
  MachineDescription description = round_machine().description();
  description.work = {{"scene", "t", ProcessorKind::gpu, {}, 1, {}, "test"}};
  const auto begins = [&](bool in_order) {
    description.runtime = {false, false, false, in_order, "test"};
    const Simulation run = scene.run(sure(Machine::build(description)));
    return std::pair(run.tasks[2].begin, run.tasks[3].begin);
  };
  const auto as_they_come = begins(false);
  const auto in_order = begins(true);
  EXPECT_GT(as_they_come.first, as_they_come.second);
  EXPECT_LT(in_order.first, in_order.second);
}

TEST(RuntimeHabits, FactorsMultiplyWorkAndNotOverhead) {
  const Scene scene({{"W", gpu(0), device(0)}});
  MachineDescription description = round_machine().description();
  for (ProcessorClass& item : description.processors) {
    item.overhead = 3;
  }
  description.work = {{"scene", "t", ProcessorKind::gpu, {DataLayout{}}, 2.5, {}, "test"}};
  const double with = scene.run(sure(Machine::build(description))).makespan;
  description.work.clear();
  const double without = scene.run(sure(Machine::build(description))).makespan;
  EXPECT_NEAR(with - 3, 2.5 * (without - 3), 1e-9);
}

} // namespace
} // namespace mapwright::mapper
