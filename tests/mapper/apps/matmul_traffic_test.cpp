// Bytes and messages of the products of matrices: the closed forms and the simulator.
#include "mapper/apps/matmul_closed_forms.hpp"

#include <array>

#include <rapidcheck/gtest.h>

namespace mapwright::mapper {
namespace {

/// Runs the plan with nothing in its way, and compares all that moves with the expectation and with the count.
void expect_movement(const MatmulScene& scene, const Machine& machine, const Plan& plan, const Movement& expected,
                     const std::string& what) {
  const Simulation run = sure(Simulator(scene.program(), scene.graph, machine).run(plan));
  ASSERT_EQ(run.status, SimulationStatus::done) << what;
  EXPECT_EQ(movement_of(machine, run), expected) << what;
  EXPECT_EQ(CountedMovement(scene, machine, plan).total(), expected) << what << ", counted";
}

/// Tile (x, y) of all matrices on GPU (x % lx, y % ly) of node (x / lx, y / ly).
Plan plane_plan(const MatmulScene& scene, std::int64_t gpus) {
  const std::int64_t gx = scene.size("gx");
  const std::int64_t lx = scene.size("lx");
  const std::int64_t ly = scene.size("ly");
  return scene.plan(gpus, [=](const std::string& launch, const Coordinates& at) {
    if (launch == "task_7") {
      return (at[0] + gx * at[1]) * gpus;
    }
    if (launch == "task_5") {
      return at[0] + lx * at[1];
    }
    return (at[0] / lx + gx * (at[1] / ly)) * gpus + at[0] % lx + lx * (at[1] % ly);
  });
}

TEST(MatmulTraffic, OfPlanesIsTheClosedForm) {
  for (const std::string name : {"cannon", "summa", "pumma"}) {
    for (const int nodes : {1, 2, 4, 6, 8, 9}) {
      for (const int gpus : {1, 2, 4, 8}) {
        for (const int n : {1, 7, 24, 48, 50}) {
          const std::string what = fmt::format("{},n={},nodes={},gpus={}", name, n, nodes, gpus);
          const MatmulScene scene(what);
          expect_movement(scene, gpu_machine(nodes, gpus), plane_plan(scene, gpus), plane_movement(scene), what);
        }
      }
    }
  }
}

TEST(MatmulTraffic, OfPlanesIsThatOfEachRepetition) {
  const MatmulScene once("pumma,n=20,nodes=2");
  const MatmulScene thrice("pumma,n=20,nodes=2,repetitions=3");
  const Machine machine = gpu_machine(2, 4);
  const Movement one =
      movement_of(machine, sure(Simulator(once.program(), once.graph, machine).run(plane_plan(once, 4))));
  const Movement three =
      movement_of(machine, sure(Simulator(thrice.program(), thrice.graph, machine).run(plane_plan(thrice, 4))));
  EXPECT_EQ(one, plane_movement(once));
  EXPECT_EQ(three.memories, (Moved{3 * one.memories.bytes, 3 * one.memories.messages}));
}

/// Task (i, j, k) and the tiles of the faces at its foot on GPU i + j gx + k gx gy.
Plan space_plan(const MatmulScene& scene, std::int64_t gpus) {
  const std::int64_t gx = scene.size("gx");
  const std::int64_t gy = scene.size("gy");
  return scene.plan(gpus,
                    [=](const std::string&, const Coordinates& at) { return at[0] + gx * at[1] + gx * gy * at[2]; });
}

TEST(MatmulTraffic, OfSpacesIsTheClosedForm) {
  for (const std::string name : {"cosma", "johnson"}) {
    for (const int nodes : {1, 2, 4, 8, 16, 32}) {
      for (const int gpus : {1, 2, 4}) {
        for (const int n : {1, 7, 24, 50}) {
          const std::string what = fmt::format("{},n={},nodes={},gpus={}", name, n, nodes, gpus);
          const MatmulScene scene(what);
          const std::int64_t tasks = scene.size("gx") * scene.size("gy") * scene.size("gz");
          if (tasks == nodes * gpus) { // Johnson's cube is often larger
            expect_movement(scene, gpu_machine(nodes, gpus), space_plan(scene, gpus), space_movement(scene, gpus),
                            what);
          }
        }
      }
    }
  }
}

/// Task (i, j, l) on GPU i + j side + l side^2; tiles (i, j) with the first layer.
Plan layered_plan(const MatmulScene& scene, std::int64_t gpus) {
  const std::int64_t side = scene.size("side");
  return scene.plan(
      gpus, [=](const std::string&, const Coordinates& at) { return at[0] + side * at[1] + side * side * at[2]; });
}

TEST(MatmulTraffic, OfLayersIsTheClosedForm) {
  for (const int nodes : {1, 2, 4, 8, 16, 32}) {
    for (const int gpus : {1, 2, 4}) {
      for (const int n : {1, 7, 24, 50}) {
        for (const int chunks : {0, 3}) {
          const std::string what = fmt::format("solomonik,n={},nodes={},gpus={},chunks={}", n, nodes, gpus, chunks);
          const MatmulScene scene(what);
          expect_movement(scene, gpu_machine(nodes, gpus), layered_plan(scene, gpus), layered_movement(scene, gpus),
                          what);
        }
      }
    }
  }
}

TEST(MatmulTraffic, IsWhatTheFormulasOfTheDocumentationSayOfEvenTiles) {
  const std::uint64_t matrix = 8 * 48 * 48;
  const MatmulScene summa("summa,n=48,nodes=4");
  EXPECT_EQ(plane_movement(summa), (Movement{{6 * matrix, 96}, {4 * matrix, 64}, {}}));
  const MatmulScene cosma("cosma,n=48,nodes=4");
  EXPECT_EQ(space_movement(cosma, 4), (Movement{{5 * matrix, 28}, {3 * matrix, 12}, {matrix, 4}}));
  const MatmulScene solomonik("solomonik,n=48,nodes=2");
  EXPECT_EQ(layered_movement(solomonik, 4), (Movement{{4 * matrix, 28}, {3 * matrix, 20}, {matrix, 4}}));
}

RC_GTEST_PROP(MatmulTraffic, OfAnyPlanIsSimulatedToTheEnd, ()) {
  const auto pick = [](int end) { return *rc::gen::inRange(0, end); };
  const std::array<const char*, 6> names{"cannon", "cosma", "johnson", "pumma", "solomonik", "summa"};
  const int nodes = 1 + pick(4);
  const MatmulScene scene(
      fmt::format("{},n={},nodes={},gpus=2", names[static_cast<std::size_t>(pick(6))], 1 + pick(30), nodes));
  const Machine machine = gpu_machine(nodes, 2);
  Plan plan = scene.plan(2, [&](const std::string&, const Coordinates&) { return pick(2 * nodes); });
  for (std::size_t kind = 0; kind < scene.program().kinds.size(); ++kind) {
    plan.limits[kind] = static_cast<std::uint32_t>(pick(3));
  }
  for (ArgumentDecision& argument : plan.arguments) {
    argument.collect = pick(2) == 0;
  }
  const Simulation run = sure(Simulator(scene.program(), scene.graph, machine).run(plan));
  RC_ASSERT(run.status == SimulationStatus::done);
  RC_ASSERT(std::ranges::all_of(run.tasks, [](const SimulatedTask& task) { return task.ran; }));
  RC_ASSERT(run.makespan >= run.bounds.highest() * (1 - 1e-9));
}

} // namespace
} // namespace mapwright::mapper
