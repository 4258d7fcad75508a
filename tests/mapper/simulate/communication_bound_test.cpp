// Bytes that must move: cases by hand, all orders of small programs, and no run that moves less.
#include "mapper/random_programs.hpp"
#include "mapper/simulate/communication_bound.hpp"
#include "mapper/simulate/scene.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include <rapidcheck/gtest.h>

namespace mapwright::mapper {
namespace {

CommunicationBound bound_of_scene(const Scene& scene, const Machine& machine) {
  return communication_bound(scene.graph, machine, scene.plan);
}

TEST(CommunicationBound, CountsAValueOnceForEachMemoryThatReadsIt) {
  const Machine machine = round_machine(2);
  const Scene scene({{"W", gpu(0), device(0)},
                     {"R", gpu(0), device(0)},
                     {"R", gpu(1), device(1)},
                     {"R", gpu(1), device(1)},
                     {"R", gpu(0, 1), device(0, 1)}});
  EXPECT_EQ(bound_of_scene(scene, machine).memories, 200U);
  EXPECT_EQ(bound_of_scene(scene, machine).nodes, 100U);
}

TEST(CommunicationBound, CountsAgainWhatIsWrittenAgain) {
  const Machine machine = round_machine();
  const Scene scene(
      {{"W", gpu(0), device(0)}, {"R", gpu(1), device(1)}, {"RW", gpu(0), device(0)}, {"R", gpu(1), device(1)}});
  EXPECT_EQ(bound_of_scene(scene, machine).memories, 200U);
  const Scene replaced({{"W", gpu(0), device(0)}, {"W", gpu(1), device(1)}});
  EXPECT_EQ(bound_of_scene(replaced, machine).memories, 0U);
}

TEST(CommunicationBound, BringsContributionsToTheBestReader) {
  const Machine machine = round_machine();
  const Scene scene({{"W", gpu(0), device(0)},
                     {"reduce(+)", gpu(1), device(1)},
                     {"reduce(+)", gpu(2), device(2)},
                     {"reduce(+)", gpu(2), device(2)},
                     {"R", gpu(0), device(0)},
                     {"R", gpu(2), device(2)}});
  // In FBMEM 0: two contributions come, then a copy to FBMEM 2. In FBMEM 2: the value and one contribution come, then a
  // copy to FBMEM 0. Three copies either way.
  EXPECT_EQ(bound_of_scene(scene, machine).memories, 300U);
  const Scene one({{"W", gpu(0), device(0)}, {"reduce(+)", gpu(2), device(2)}, {"R", gpu(2), device(2)}});
  EXPECT_EQ(bound_of_scene(one, machine).memories, 100U);
}

TEST(CommunicationBound, AsksNothingForDataWithoutAValue) {
  const Machine machine = round_machine();
  EXPECT_EQ(bound_of_scene(Scene({{"R", gpu(0), device(0)}}), machine).memories, 0U);
  EXPECT_EQ(bound_of_scene(Scene({{"R", gpu(0), device(0)}, {"R", gpu(1), device(1)}}), machine).memories, 100U);
}

/// What one order of the tasks moves between memories, by the rules of the simulator without times.
std::uint64_t moved_in_order(const Scene& scene, const std::vector<std::uint32_t>& order) {
  using Contribution = std::tuple<MemoryName, Reduction>;
  std::map<std::uint32_t, std::set<MemoryName>> valid;
  std::map<std::uint32_t, std::set<Contribution>> pending;
  std::uint64_t moved = 0;
  for (const std::uint32_t task : order) {
    const Access& access = scene.graph.accesses[scene.graph.tasks[task].first_access];
    const MemoryName memory = scene.plan.arguments[task].memory;
    for (const std::uint32_t atom : scene.graph.atoms_of(access.view)) {
      const std::uint64_t bytes = scene.graph.atoms[atom].bytes;
      if (access.privilege == Privilege::reduce) {
        pending[atom].emplace(memory, access.reduction);
        continue;
      }
      if (access.privilege != Privilege::write) {
        moved += !valid[atom].empty() && !valid[atom].contains(memory) ? bytes : 0;
        for (const auto& [where, reduction] : pending[atom]) {
          moved += where != memory ? bytes : 0;
        }
      }
      if (access.privilege != Privilege::read || !pending[atom].empty()) {
        valid[atom].clear();
      }
      pending[atom].clear();
      valid[atom].insert(memory);
    }
  }
  return moved;
}

/// The least over all orders that keep the dependences.
std::uint64_t least_moved(const Scene& scene, std::vector<std::uint32_t>& order) {
  const auto tasks = static_cast<std::uint32_t>(scene.graph.tasks.size());
  if (order.size() == tasks) {
    return moved_in_order(scene, order);
  }
  std::uint64_t least = UINT64_MAX;
  const auto done = [&order](std::uint32_t task) { return std::find(order.begin(), order.end(), task) != order.end(); };
  for (std::uint32_t task = 0; task < tasks; ++task) {
    const auto earlier = scene.graph.predecessors_of(scene.graph.tasks[task].first_access);
    if (!done(task) && std::all_of(earlier.begin(), earlier.end(), done)) {
      order.push_back(task);
      least = std::min(least, least_moved(scene, order));
      order.pop_back();
    }
  }
  return least;
}

Scene random_scene(const std::vector<std::string>& data) {
  std::vector<SceneTask> tasks;
  for (int count = any_of_range(1, 7); count > 0; --count) {
    const auto index = static_cast<std::uint32_t>(any_of_range(0, 3));
    tasks.push_back({any_privilege(), gpu(index), any_of_range(0, 4) == 0 ? zero_copy() : device(index),
                     data[static_cast<std::size_t>(any_of_range(0, static_cast<int>(data.size())))]});
  }
  return Scene(tasks);
}

RC_GTEST_PROP(CommunicationBoundRandom, IsTheLeastOfAllOrdersForOnePiece, ()) {
  const Scene scene = random_scene({"r"});
  std::vector<std::uint32_t> order;
  RC_ASSERT(bound_of_scene(scene, round_machine()).memories == least_moved(scene, order));
}

RC_GTEST_PROP(CommunicationBoundRandom, IsNotAboveAnyOrderOfSeveralPieces, ()) {
  const Scene scene = random_scene({"r", "half0", "half1", "s"});
  std::vector<std::uint32_t> order;
  RC_ASSERT(bound_of_scene(scene, round_machine()).memories <= least_moved(scene, order));
}

RC_GTEST_PROP(CommunicationBoundRandom, NoRunMovesLess, ()) {
  const Program program = random_program();
  const TaskGraph graph = sure(expand(program));
  const Machine machine = round_machine(2);
  Plan plan = random_plan(program, graph, 2);
  plan.limits.assign(plan.limits.size(), 0);
  const Simulation run = sure(Simulator(program, graph, machine).run(plan));
  CommunicationBound moved;
  for (const MemoryTraffic& pair : run.traffic) {
    moved.memories += pair.from != pair.to ? pair.bytes : 0;
    moved.nodes += machine.node_of_memory(pair.from) != machine.node_of_memory(pair.to) ? pair.bytes : 0;
  }
  const CommunicationBound bound = communication_bound(graph, machine, plan);
  RC_ASSERT(bound.memories <= moved.memories);
  RC_ASSERT(bound.nodes <= moved.nodes);
}

TEST(CommunicationBound, IsWhatAStencilMoves) {
  const Program program = stencil_program(8, 10, 1, 5);
  const TaskGraph graph = sure(expand(program));
  const Machine machine = round_machine(2);
  const Plan plan = gpu_plan(program, graph, 2);
  // Seven borders between tiles on different GPUs, one element of 8 bytes each way, in each of five trips.
  EXPECT_EQ(communication_bound(graph, machine, plan).memories, 5U * 7 * 2 * 8);
  EXPECT_EQ(communication_bound(graph, machine, plan).nodes, 5U * 1 * 2 * 8);
}

} // namespace
} // namespace mapwright::mapper
