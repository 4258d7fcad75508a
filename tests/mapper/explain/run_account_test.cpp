// Where the time of a run went: small runs by hand, and sums that must come out for any run.
#include "mapper/explain/run_account.hpp"
#include "mapper/random_programs.hpp"
#include "mapper/simulate/scene.hpp"

#include <cmath>
#include <numeric>

#include <rapidcheck/gtest.h>

namespace mapwright::mapper {
namespace {

RunAccount account_of_scene(const Scene& scene, const Machine& machine) {
  return account_of(scene.program, scene.graph, machine, scene.run(machine));
}

TEST(RunAccount, AddsUpTheCriticalPath) {
  const RunAccount account =
      account_of_scene(Scene({{"W", gpu(0), device(0)}, {"R", gpu(1), device(1)}}), round_machine());
  EXPECT_EQ(account.makespan, 4); // write 1 s; copy 1 s + 100 B at 100 B/s; read 1 s
  ASSERT_EQ(account.path_tasks.size(), 1U);
  EXPECT_EQ(account.path_tasks[0].tasks, 2U);
  EXPECT_EQ(account.path_tasks[0].seconds, 2);
  EXPECT_EQ(account.path_tasks[0].overhead, 0);
  ASSERT_EQ(account.path_copies.size(), 1U);
  EXPECT_EQ(to_string(account.path_copies[0].copies), "FBMEM to FBMEM");
  EXPECT_EQ(account.path_copies[0].seconds, 2);
  EXPECT_EQ(account.path_copies[0].bytes, 100U);
  ASSERT_EQ(account.copies.size(), 1U);
  EXPECT_EQ(account.copies[0].bytes, 100U);
  ASSERT_EQ(account.processors.size(), 2U);
  EXPECT_EQ(account.processors[0].kind, ProcessorKind::gpu);
  EXPECT_EQ(account.processors[0].processors, 4U);
  EXPECT_EQ(account.processors[0].used, 2U);
  EXPECT_EQ(account.processors[0].busy, 2);
  ASSERT_EQ(account.memories.size(), 1U);
  EXPECT_EQ(account.memories[0].peak, 100U);
  EXPECT_EQ(account.memories[0].capacity, 1'000'000U);
}

TEST(RunAccount, CountsCopiesThatOverlapOnce) {
  // The way out of FBMEM 0 is held 1 s by each copy: the third begins at 3 and ends at 5, its reader at 6.
  const RunAccount account = account_of_scene(
      Scene({{"W", gpu(0), device(0)}, {"R", gpu(1), device(1)}, {"R", gpu(2), device(2)}, {"R", gpu(3), device(3)}}),
      round_machine());
  EXPECT_EQ(account.makespan, 6);
  EXPECT_EQ(account.path_copies[0].count, 3U);
  EXPECT_EQ(account.path_copies[0].seconds, 4); // 2 + 1 + 1: from 1 to 5
  EXPECT_EQ(account.path_tasks[0].seconds, 2);
}

TEST(RunAccount, TellsHowFarCopiesGo) {
  const Machine machine = round_machine(2);
  DataLayout fields_together;
  fields_together.fields = FieldOrder::aos;
  const RunAccount account = account_of_scene(Scene({{"W", gpu(0), device(0)},
                                                     {"R", gpu(0), device(0), "r", false, 0, fields_together},
                                                     {"R", gpu(0), zero_copy()},
                                                     {"R", gpu(1, 1), device(1, 1)}}),
                                              machine);
  std::vector<std::string> names;
  for (const CopyShare& share : account.copies) {
    names.push_back(to_string(share.copies));
  }
  EXPECT_EQ(names, (std::vector<std::string>{"inside FBMEM", "FBMEM to FBMEM of another node", "FBMEM to ZCMEM"}));
}

TEST(RunAccount, SaysWhyARunStopped) {
  const RunAccount account = account_of_scene(Scene({{"W", gpu(0), device(0)}}), round_machine(1, 50));
  EXPECT_EQ(account.status, SimulationStatus::out_of_memory);
  EXPECT_NE(account.failure.find("out of memory: t0 on GPU 0 of node 0"), std::string::npos) << account.failure;
  EXPECT_NE(account.hint.find("ZCMEM"), std::string::npos) << account.hint;
  EXPECT_TRUE(account.path_tasks.empty());
}

RC_GTEST_PROP(RunAccount, SecondsAndBytesAddUp, ()) {
  const Program program = random_program();
  const TaskGraph graph = sure(expand(program));
  const Machine machine = round_machine(2);
  Plan plan = random_plan(program, graph, 2);
  plan.limits.assign(plan.limits.size(), 0);
  const Simulation run = sure(Simulator(program, graph, machine).run(plan));
  const RunAccount account = account_of(program, graph, machine, run);
  double seconds = 0;
  for (const TaskShare& share : account.path_tasks) {
    seconds += share.seconds;
  }
  for (const CopyShare& share : account.path_copies) {
    seconds += share.seconds;
  }
  RC_ASSERT(std::abs(seconds - run.makespan) <= 1e-9 * run.makespan);
  std::uint64_t bytes = 0;
  std::uint64_t copies = 0;
  for (const CopyShare& share : account.copies) {
    bytes += share.bytes;
    copies += share.count;
  }
  RC_ASSERT(copies == run.copies.size());
  RC_ASSERT(bytes == std::accumulate(run.traffic.begin(), run.traffic.end(), std::uint64_t{0},
                                     [](std::uint64_t sum, const MemoryTraffic& pair) { return sum + pair.bytes; }));
  for (const MemoryPressure& pressure : account.memories) {
    RC_ASSERT(run.peak[pressure.memory] == pressure.peak);
    RC_ASSERT(machine.class_of_memory(pressure.memory).kind == pressure.kind);
  }
}

} // namespace
} // namespace mapwright::mapper
