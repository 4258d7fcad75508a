// Every rule of the simulator in a case small enough to work out by hand.
#include "mapper/simulate/scene.hpp"

namespace mapwright::mapper {
namespace {

TEST(Simulate, TasksOnOneProcessorFollowEachOther) {
  const Machine machine = round_machine();
  const Simulation run =
      Scene({{"W", gpu(0), device(0)}, {"W", gpu(0), device(0), "s"}, {"W", gpu(1), device(1), "q"}}).run(machine);
  EXPECT_EQ(run.makespan, 2);
  EXPECT_EQ(run.tasks[0].end, 1);
  EXPECT_EQ(run.tasks[1].begin, 1);
  EXPECT_EQ(run.tasks[2].end, 1);
  EXPECT_EQ(run.busy[machine.find(gpu(0)).value()], 2);
  EXPECT_EQ(run.busy[machine.find(gpu(1)).value()], 1);
  EXPECT_EQ(run.bounds.critical_path, 1);
  EXPECT_EQ(run.bounds.work, 0.75);
  EXPECT_EQ(run.bounds.links, 0);
}

TEST(Simulate, ReadersElsewhereWaitForACopy) {
  const Machine machine = round_machine();
  const Simulation run = Scene({{"W", gpu(0), device(0)}, {"R", gpu(1), device(1)}}).run(machine);
  EXPECT_EQ(run.makespan, 1 + (1 + 1) + 1); // write; latency and 100 B at 100 B/s; read
  EXPECT_EQ(traffic_text(machine, run), "FBMEM 0 of node 0 -> FBMEM 1 of node 0: 100 B in 1");
  EXPECT_EQ(run.messages, 1U);
  EXPECT_EQ(run.bounds.critical_path, 2);
  EXPECT_EQ(run.bounds.links, 1);
  ASSERT_EQ(run.chain.size(), 3U);
  EXPECT_TRUE(run.chain[1].is_copy);
  EXPECT_EQ(run.chain[1].begin, 1);
  EXPECT_EQ(run.chain[1].end, 3);
  EXPECT_EQ(run.chain[2].index, 1U);
}

TEST(Simulate, ReadersWithAValidCopyDoNotCopyAgain) {
  const Machine machine = round_machine();
  const Simulation run =
      Scene({{"W", gpu(0), device(0)}, {"R", gpu(1), device(1)}, {"R", gpu(1), device(1)}, {"R", gpu(0), device(0)}})
          .run(machine);
  EXPECT_EQ(run.messages, 1U);
  EXPECT_EQ(run.makespan, 5);
  EXPECT_EQ(run.tasks[3].begin, 1);
}

TEST(Simulate, APieceThatIsThereIsNotCopied) {
  const Machine machine = round_machine();
  const Simulation run =
      Scene({{"W", gpu(0), device(0)}, {"R", gpu(1), device(1), "half1"}, {"R", gpu(1), device(1)}}).run(machine);
  EXPECT_EQ(traffic_text(machine, run), "FBMEM 0 of node 0 -> FBMEM 1 of node 0: 100 B in 2");
  EXPECT_EQ(run.copies[0].bytes, 50U);
  EXPECT_EQ(run.copies[1].bytes, 50U);
}

TEST(Simulate, CopiesWaitForTheirLinks) {
  const Machine machine = round_machine();
  const Simulation run =
      Scene({{"W", gpu(0), device(0)}, {"R", gpu(1), device(1)}, {"R", gpu(2), device(2)}, {"R", gpu(3), device(3)}})
          .run(machine);
  // The way out of FBMEM 0 is held 1 s by each copy; latencies overlap.
  EXPECT_EQ(run.tasks[1].begin, 3);
  EXPECT_EQ(run.tasks[2].begin, 4);
  EXPECT_EQ(run.tasks[3].begin, 5);
  EXPECT_EQ(run.makespan, 6);
  EXPECT_EQ(run.bounds.links, 3);
}

TEST(Simulate, TheTwoDirectionsOfALinkAreApart) {
  const Machine machine = round_machine();
  const Simulation run = Scene({{"W", gpu(0), device(0), "r"},
                                {"W", gpu(1), device(1), "s"},
                                {"R", gpu(0), device(0), "s"},
                                {"R", gpu(1), device(1), "r"}})
                             .run(machine);
  EXPECT_EQ(run.makespan, 4);
}

TEST(Simulate, TheNetworkHasItsOwnTimes) {
  const Machine machine = round_machine(2);
  const Simulation run = Scene({{"W", gpu(0), device(0)}, {"R", gpu(1, 1), device(1, 1)}}).run(machine);
  EXPECT_EQ(run.makespan, 1 + (1 + 2 + 1) + 100 / 10.0 + 1);
  EXPECT_EQ(run.bounds.links, 10);
}

TEST(Simulate, TheNearestCopyIsTaken) {
  const Machine machine = round_machine(2);
  Scene scene({{"W", gpu(0), device(0)}, {"R", gpu(0, 1), device(0, 1)}, {"R", gpu(1, 1), device(1, 1)}});
  const Simulation at_once = scene.run(machine);
  // Both readers ask at 1. The neighbour's copy comes at 15 and would need 2 s more; the distant one needs 14 s.
  EXPECT_EQ(at_once.copies[1].from, machine.find(device(0)).value());
  scene.plan.limits[0] = 1;
  const Simulation one_by_one = scene.run(machine);
  EXPECT_EQ(one_by_one.copies[1].from, machine.find(device(0, 1)).value());
  EXPECT_EQ(one_by_one.makespan, 16 + 2 + 1);
}

TEST(Simulate, WritesMakeOtherCopiesInvalid) {
  const Machine machine = round_machine();
  const Scene scene(
      {{"W", gpu(0), device(0)}, {"R", gpu(1), device(1)}, {"RW", gpu(0), device(0)}, {"R", gpu(1), device(1)}});
  const Simulation run = scene.run(machine);
  EXPECT_EQ(run.messages, 2U);
  EXPECT_EQ(run.makespan, 4 + 4); // the second write begins when the reader has ended
  EXPECT_EQ(run.tasks[2].begin, 4);
}

TEST(Simulate, WritingNeedsNoCopyOfWhatWasThere) {
  const Machine machine = round_machine();
  EXPECT_EQ(Scene({{"W", gpu(0), device(0)}, {"W", gpu(1), device(1)}}).run(machine).messages, 0U);
  EXPECT_EQ(Scene({{"W", gpu(0), device(0)}, {"RW", gpu(1), device(1)}}).run(machine).messages, 1U);
}

TEST(Simulate, DataWithoutAValueMoveNothing) {
  const Machine machine = round_machine();
  const Simulation run = Scene({{"R", gpu(0), device(0)}, {"RW", gpu(1), device(1), "s"}}).run(machine);
  EXPECT_EQ(run.copies.size(), 0U);
  EXPECT_EQ(run.makespan, 1);
}

TEST(Simulate, ReductionsAreFoldedByTheNextReader) {
  const Machine machine = round_machine();
  const Simulation run = Scene({{"W", gpu(0), device(0)},
                                {"reduce(+)", gpu(0), device(0)},
                                {"reduce(+)", gpu(1), device(1)},
                                {"R", gpu(0), device(0)}})
                             .run(machine);
  // Contributions need no data: both reductions run from 1 to 2. Folding: 0.1 s inside the memory, 2 s from the other.
  EXPECT_EQ(run.tasks[2].end, 2);
  EXPECT_EQ(run.tasks[3].begin, 4);
  EXPECT_EQ(traffic_text(machine, run),
            "FBMEM 0 of node 0 -> FBMEM 0 of node 0: 100 B in 1; FBMEM 1 of node 0 -> FBMEM 0 of node 0: 100 B in 1");
  EXPECT_EQ(run.messages, 1U);
  EXPECT_TRUE(run.copies[0].fold && run.copies[1].fold);
  EXPECT_EQ(run.peak[machine.find(device(0)).value()], 200U); // the data and the contributions
  EXPECT_EQ(run.peak[machine.find(device(1)).value()], 100U);
}

TEST(Simulate, ReductionsAreFoldedOnce) {
  const Machine machine = round_machine();
  const Simulation run =
      Scene({{"reduce(+)", gpu(0), device(0)}, {"R", gpu(1), device(1)}, {"R", gpu(2), device(2)}}).run(machine);
  EXPECT_EQ(traffic_text(machine, run),
            "FBMEM 0 of node 0 -> FBMEM 1 of node 0: 100 B in 1; FBMEM 1 of node 0 -> FBMEM 2 of node 0: 100 B in 1");
  EXPECT_EQ(run.makespan, 1 + 2 + 2 + 1);
}

TEST(Simulate, FoldingMakesOtherCopiesInvalid) {
  const Machine machine = round_machine();
  const Simulation run = Scene({{"W", gpu(0), device(0)},
                                {"R", gpu(1), device(1)},
                                {"reduce(+)", gpu(0), device(0)},
                                {"R", gpu(2), device(2)},
                                {"R", gpu(1), device(1)}})
                             .run(machine);
  // What FBMEM 1 held was the data before the reduction; the reader there needs the sum, which is in FBMEM 2.
  EXPECT_EQ(traffic_text(machine, run), "FBMEM 0 of node 0 -> FBMEM 1 of node 0: 100 B in 1; "
                                        "FBMEM 0 of node 0 -> FBMEM 2 of node 0: 200 B in 2; "
                                        "FBMEM 2 of node 0 -> FBMEM 1 of node 0: 100 B in 1");
}

TEST(Simulate, AWriteDropsContributions) {
  const Machine machine = round_machine();
  const Simulation run =
      Scene({{"reduce(+)", gpu(0), device(0)}, {"W", gpu(1), device(1)}, {"R", gpu(1), device(1)}}).run(machine);
  EXPECT_EQ(run.copies.size(), 0U);
  EXPECT_EQ(run.makespan, 3);
}

TEST(Simulate, AnotherLayoutIsAnotherCopy) {
  const Machine machine = round_machine();
  const DataLayout aos{DimensionOrder::f_order, FieldOrder::aos, 0, false, false};
  const Simulation same = Scene({{"W", gpu(0), device(0)}, {"R", gpu(0), device(0), "r", false, 0, aos}}).run(machine);
  EXPECT_EQ(same.makespan, 1 + 4 * 0.1 + 1); // four times 100 B at 1000 B/s
  EXPECT_EQ(same.messages, 0U);
  EXPECT_EQ(same.peak[machine.find(device(0)).value()], 200U);
  const Simulation other = Scene({{"W", gpu(0), device(0)}, {"R", gpu(1), device(1), "r", false, 0, aos}}).run(machine);
  EXPECT_EQ(other.makespan, 1 + 1 + 4 * 1.0 + 1);
}

TEST(Simulate, DataAreAskedForBeforeTheProcessorIsFree) {
  const Machine machine = round_machine();
  const Simulation run = Scene({{"W", gpu(0), device(0)},
                                {"W", gpu(1), device(1), "s"},
                                {"RW", gpu(1), device(1), "s"},
                                {"RW", gpu(1), device(1), "s"},
                                {"R", gpu(1), device(1)}})
                             .run(machine);
  EXPECT_EQ(run.copies[0].begin, 1);
  EXPECT_EQ(run.makespan, 4); // the copy is hidden behind the tasks on s
}

TEST(Simulate, PrioritiesOrderWaitingTasks) {
  const Machine machine = round_machine();
  const Simulation run =
      Scene({{"W", gpu(0), device(0), "r"}, {"W", gpu(0), device(0), "s"}, {"W", gpu(0), device(0), "q", false, 5}})
          .run(machine);
  EXPECT_EQ(run.tasks[2].begin, 0);
  EXPECT_EQ(run.tasks[0].begin, 1);
  EXPECT_EQ(run.tasks[1].begin, 2);
}

TEST(Simulate, CollectedCopiesMakeRoom) {
  const Machine machine = round_machine();
  const std::vector<SceneTask> kept{{"W", gpu(0), device(0), "r"},
                                    {"W", gpu(0), device(0), "s"},
                                    {"R", gpu(1), device(1), "r"},
                                    {"RW", gpu(0), device(0), "s"},
                                    {"R", gpu(1), device(1), "s"}};
  std::vector<SceneTask> collected = kept;
  collected[2].collect = true;
  collected[4].collect = true;
  const std::uint32_t memory = machine.find(device(1)).value();
  EXPECT_EQ(Scene(kept).run(machine).peak[memory], 200U);
  const Simulation run = Scene(collected).run(machine);
  // r is read from 3 to 4; s is asked for at 3, when its writer has ended.
  EXPECT_EQ(run.peak[memory], 200U);
  collected.insert(collected.begin() + 4, SceneTask{"RW", gpu(0), device(0), "s"});
  EXPECT_EQ(Scene(collected).run(machine).peak[memory], 100U);
}

TEST(Simulate, DataManyWantComeFromThoseThatHaveThemWhenLinksAreBusy) {
  const Machine machine = round_machine(2);
  Scene scene({{"W", gpu(0), device(0)}, {"R", gpu(0, 1), device(0, 1)}, {"R", gpu(1, 1), device(1, 1)}});
  EXPECT_EQ(traffic_text(machine, scene.run(machine)), "FBMEM 0 of node 0 -> FBMEM 0 of node 1: 100 B in 1; "
                                                       "FBMEM 0 of node 0 -> FBMEM 1 of node 1: 100 B in 1");
  Simulator queued(scene.program, scene.graph, machine, SourceChoice::queued_links);
  EXPECT_EQ(traffic_text(machine, sure(queued.run(scene.plan))), "FBMEM 0 of node 0 -> FBMEM 0 of node 1: 100 B in 1; "
                                                                 "FBMEM 0 of node 1 -> FBMEM 1 of node 1: 100 B in 1");
}

TEST(Simulate, TheOnlyCopyIsNeverCollected) {
  const Machine machine = round_machine();
  Scene scene({{"R", gpu(0), device(0), "r", true}, {"R", gpu(1), device(1), "r", true}});
  scene.plan.limits[0] = 1; // the second asks when the first has ended
  const Simulation run = scene.run(machine);
  EXPECT_EQ(traffic_text(machine, run), "FBMEM 0 of node 0 -> FBMEM 1 of node 0: 100 B in 1");
}

/// Four tasks, each with a tile of its own that is made on GPU 0 and read on GPU 1.
Simulation limited_run(const Machine& machine, std::uint32_t limit) {
  ProgramBuilder b("limited");
  b.region({"r", {"400"}, {"x:1"}});
  b.blocks({"tile", "r", {"4"}});
  const std::vector<VariantSpec> variants{{ProcessorKind::gpu}};
  b.kind({"make", {{"a", "0"}}, variants, "0"});
  b.kind({"use", {{"a", "0"}}, variants, "1000000"});
  b.launch({"", "make", {"4"}, {"i"}, {{"tile", {"i"}, "W"}}});
  b.launch({"", "use", {"4"}, {"i"}, {{"tile", {"i"}, "R"}}});
  const Program program = sure(b.build());
  const TaskGraph graph = sure(expand(program));
  Plan plan = blank_plan(program, graph);
  for (std::uint32_t i = 0; i < 8; ++i) {
    plan.tasks[i].processor = gpu(i / 4);
    plan.arguments[i].memory = device(i / 4);
    plan.arguments[i].collect = true;
  }
  plan.limits[1] = limit;
  return sure(Simulator(program, graph, machine).run(plan));
}

TEST(Simulate, InstanceLimitKeepsFewInFlight) {
  const Machine machine = round_machine();
  const std::uint32_t memory = machine.find(device(1)).value();
  const Simulation free = limited_run(machine, 0);
  EXPECT_EQ(free.makespan, 2 + 4); // the first copy, then copies and tasks overlap
  EXPECT_EQ(free.peak[memory], 400U);
  const Simulation two = limited_run(machine, 2);
  EXPECT_EQ(two.peak[memory], 200U);
  const Simulation one = limited_run(machine, 1);
  EXPECT_EQ(one.peak[memory], 100U);
  EXPECT_EQ(one.makespan, 4 * 3); // copy and task in turn
  EXPECT_LT(two.makespan, one.makespan);
}

TEST(Simulate, InstanceLimitCountsWhatOneProcessorLaunches) {
  const Machine machine = round_machine();
  ProgramBuilder b("launchers");
  b.region({"r", {"400"}, {"x:1"}});
  b.blocks({"tile", "r", {"4"}});
  const std::vector<VariantSpec> variants{{ProcessorKind::gpu}};
  b.kind({"lead", {}, variants});
  b.kind({"use", {{"a", "0"}}, variants, "1000000"});
  b.launch({"", "lead", {"2"}, {"i"}});
  b.loop({"steps", "k", "2", "lead"});
  b.launch({"", "use", {}, {}, {{"tile", {"2*i + k"}, "W"}}, "steps"});
  const Program program = sure(b.build());
  const TaskGraph graph = sure(expand(program));
  Plan plan = blank_plan(program, graph);
  for (std::uint32_t i = 0; i < 2; ++i) { // each leader and what it launches on a GPU of their own
    plan.tasks[i].processor = gpu(i);
    plan.tasks[2 + i].processor = gpu(i);
    plan.arguments[i].memory = device(i);
  }
  plan.limits[1] = 1;
  Simulator simulator(program, graph, machine);
  EXPECT_EQ(sure(simulator.rerun(plan)).makespan, 2) << "the two work side by side";
  plan.tasks[1].processor = gpu(0); // both leaders on one GPU: one task at a time, wherever that runs
  EXPECT_EQ(sure(simulator.rerun(plan)).makespan, 4);
  EXPECT_EQ(sure(Simulator(program, graph, machine).run(plan)).makespan, 4);
}

TEST(Simulate, TasksWorkAtTheSpeedOfTheirProcessorAndMemories) {
  ProgramBuilder b("speed");
  b.region({"r", {"100"}, {"x:1"}});
  b.kind({"t", {{"a"}}, {{ProcessorKind::cpu, 0.5}, {ProcessorKind::gpu}}, "1000"});
  b.launch({"", "t", {}, {}, {{"r", {}, "RW"}}});
  const Program program = sure(b.build());
  const TaskGraph graph = sure(expand(program));
  const Machine machine = round_machine();
  Simulator simulator(program, graph, machine);
  Plan plan = blank_plan(program, graph);
  const auto seconds = [&](const ProcessorName& processor, const MemoryName& memory) {
    plan.tasks[0].processor = processor;
    plan.arguments[0].memory = memory;
    return sure(simulator.run(plan)).makespan;
  };
  EXPECT_EQ(seconds({ProcessorKind::cpu, 0, 1}, host()), 200 / 50.0); // 200 B at 50 B/s beat 1000 / (0.5 * 1000)
  EXPECT_EQ(seconds(gpu(0), device(0)), 1);                           // 200 B at 200 B/s
  EXPECT_EQ(seconds(gpu(0), zero_copy()), 10);                        // at 20 B/s
}

TEST(Simulate, OverheadsComeOnTop) {
  std::string text = round_machine_text();
  const std::string key = "flops = 1e6\n";
  text.replace(text.find(key), key.size(), key + "overhead = 0.5\n");
  const Machine machine = sure(read_machine(text, "round.toml"));
  const Simulation run = Scene({{"W", gpu(0), device(0)}, {"RW", gpu(0), device(0)}}).run(machine);
  EXPECT_EQ(run.makespan, 3);
}

/// A row task on GPU 0 for each of two rows, which launches two tiles.
Program nested_program() {
  ProgramBuilder b("nested");
  b.region({"r", {"400"}, {"x:1"}});
  b.blocks({"row", "r", {"2"}});
  b.blocks({"tile", "r", {"4"}});
  const std::vector<VariantSpec> variants{{ProcessorKind::cpu}, {ProcessorKind::gpu}};
  b.kind({"rows", {{"a", "0"}}, variants, "0"});
  b.kind({"tiles", {{"a", "0"}}, variants, "1000000"});
  b.launch({"", "rows", {"2"}, {"i"}, {{"row", {"i"}, "RW"}}});
  b.launch({"", "tiles", {"2"}, {"j"}, {{"tile", {"2*i + j"}, "RW"}}, "rows"});
  return sure(b.build());
}

TEST(Simulate, TasksBeginAfterTheTaskThatLaunchesThem) {
  const Program program = nested_program();
  const TaskGraph graph = sure(expand(program));
  std::string text = round_machine_text();
  const std::string key = "flops = 1000\n";
  text.replace(text.find(key), key.size(), key + "overhead = 3\n");
  const Machine machine = sure(read_machine(text, "round.toml"));
  Plan plan = gpu_plan(program, graph);
  plan.tasks[0].processor = {ProcessorKind::cpu, 0, 0};
  plan.tasks[1].processor = {ProcessorKind::cpu, 0, 0};
  plan.arguments[0].memory = {MemoryKind::virtual_memory, 0, 0}; // no data lie there
  const Simulation run = sure(Simulator(program, graph, machine).run(plan));
  EXPECT_EQ(run.tasks[1].begin, 3); // tiles of row 0
  EXPECT_EQ(run.tasks[2].begin, 3);
  EXPECT_EQ(run.tasks[4].begin, 6); // tiles of row 1
  EXPECT_EQ(run.makespan, 7);
}

TEST(Simulate, ALimitOnTasksCountsThoseTheyLaunched) {
  const Program program = nested_program();
  const TaskGraph graph = sure(expand(program));
  const Machine machine = round_machine();
  Plan plan = gpu_plan(program, graph);
  for (std::uint32_t slot = graph.first_slot[1]; slot < graph.slots.size(); ++slot) {
    plan.tasks[slot].processor = gpu(graph.slots[slot].parent * 2 + graph.slots[slot].point);
    plan.arguments[graph.slots[slot].first_argument].memory =
        device(graph.slots[slot].parent * 2 + graph.slots[slot].point);
  }
  EXPECT_EQ(sure(Simulator(program, graph, machine).run(plan)).makespan, 1);
  plan.limits[0] = 1;
  EXPECT_EQ(sure(Simulator(program, graph, machine).run(plan)).makespan, 2); // row 1 waits for the tiles of row 0
}

TEST(Simulate, RefusesPlansThatCannotRun) {
  const Machine machine = round_machine();
  const Scene scene({{"R", gpu(0), device(0)}});
  const auto refusal = [&](const ProcessorName& processor, const MemoryName& memory) {
    Plan plan = scene.plan;
    plan.tasks[0].processor = processor;
    plan.arguments[0].memory = memory;
    const auto run = Simulator(scene.program, scene.graph, machine).run(plan);
    return run ? "none" : run.error().message;
  };
  EXPECT_EQ(refusal(gpu(0), device(0)), "none");
  EXPECT_EQ(refusal(gpu(4), device(0)), "t0: the machine 'round' has no GPU 4 of node 0");
  EXPECT_EQ(refusal(gpu(0), device(0, 1)), "t0: argument 'a': the machine 'round' has no FBMEM 0 of node 1");
  EXPECT_EQ(refusal(gpu(0), device(1)), "t0: argument 'a': GPU 0 of node 0 does not see FBMEM 1 of node 0");
  EXPECT_EQ(refusal(gpu(0), {MemoryKind::virtual_memory, 0, 0}),
            "t0: argument 'a': the machine 'round' has no VIRTUAL 0 of node 0");
  ProgramBuilder b("needs");
  b.region({"r", {"10"}, {"x:1"}});
  b.kind({"t", {{"a"}}, {{ProcessorKind::gpu, 1, {"AOS C_order"}}}});
  b.launch({"", "t", {}, {}, {{"r", {}, "R"}}});
  const Program program = sure(b.build());
  const TaskGraph graph = sure(expand(program));
  Plan plan = gpu_plan(program, graph);
  EXPECT_EQ(Simulator(program, graph, machine).run(plan).error().message,
            "t: argument 'a': the layout is SOA F_order, but the variant for GPU needs C_order AOS");
  plan.tasks[0].processor = {ProcessorKind::cpu, 0, 0};
  EXPECT_EQ(Simulator(program, graph, machine).run(plan).error().message, "t: the task 't' has no variant for CPU");
}

TEST(Simulate, RefusesLimitsThatCouldNeverBeMet) {
  ProgramBuilder b("recursive");
  b.kind({"t", {}, {{ProcessorKind::gpu}}});
  b.launch({"outer", "t", {}, {}, {}});
  b.launch({"inner", "t", {}, {}, {}, "outer"});
  const Program program = sure(b.build());
  const TaskGraph graph = sure(expand(program));
  const Machine machine = round_machine();
  Plan plan = gpu_plan(program, graph);
  EXPECT_TRUE(Simulator(program, graph, machine).run(plan));
  plan.limits[0] = 1;
  EXPECT_EQ(Simulator(program, graph, machine).run(plan).error().message,
            "InstanceLimit of 't': its tasks launch tasks of the same kind, which would wait for them for ever");
}

TEST(Simulate, PlansOfOtherProgramsAreABug) {
  const Machine machine = round_machine();
  const Scene scene({{"R", gpu(0), device(0)}});
  EXPECT_THROW((void)Simulator(scene.program, scene.graph, machine).run(Plan{}), std::logic_error);
}

} // namespace
} // namespace mapwright::mapper
