// The mappers that come with the products of matrices: what they say, and what becomes of them on machines.
#include "mapper/apps/matmul_closed_forms.hpp"
#include "mapper/elaborate/elaborate.hpp"
#include "mapper/language/mapper.hpp"

#include <array>
#include <cmath>
#include <map>
#include <optional>

#include <gtest/gtest.h>

namespace mapwright::mapper {
namespace {

constexpr std::array<const char*, 6> products{"cannon", "cosma", "johnson", "pumma", "solomonik", "summa"};

/// An application at its published size, 20000 rows on one node and as much memory for each of several, under one of
/// its mappers.
struct MappedProduct {
  MappedProduct(const std::string& name, std::int64_t nodes, const std::string& machine_name, const std::string& mapper)
      : scene(fmt::format("{},n={},nodes={}", name, rows(nodes), nodes)), machine(sure(open_machine(machine_name))) {
    auto made = elaborate({*scene.application.mapper(mapper), mapper}, scene.program(), scene.graph, machine);
    if (!made) {
      trouble = made.error().message;
      return;
    }
    plan = std::move(made->plan);
    run = sure(Simulator(scene.program(), scene.graph, machine).run(plan));
    if (run->status != SimulationStatus::done) {
      trouble = run->out_of_memory->message;
    }
  }

  static std::int64_t rows(std::int64_t nodes) {
    return static_cast<std::int64_t>(20000 * std::sqrt(static_cast<double>(nodes))) / 2 * 2;
  }

  MatmulScene scene;
  Machine machine;
  Plan plan{};
  std::optional<Simulation> run{};
  std::string trouble{}; ///< why it did not run to the end
};

TEST(MatmulMappers, HaveNothingWrong) {
  for (const std::string name : products) {
    const Application application = sure(open_application(name));
    ASSERT_EQ(application.mappers.size(), 2U);
    for (const ApplicationMapper& mapper : application.mappers) {
      const language::Examined examined = language::examine({mapper.text, mapper.name});
      EXPECT_EQ(examined.diagnostics.errors(), 0U) << name << ", " << mapper.name;
      EXPECT_EQ(examined.diagnostics.warnings(), 0U) << name << ", " << mapper.name;
    }
  }
}

/// All tiles of a machine's memories must be there for a run. The faces of cubes lie on few of the GPUs.
TEST(MatmulMappers, RunOnAsManyNodesAsTheirTilesFit) {
  const std::map<std::string, std::array<std::int64_t, 2>> most_nodes{// expert, default
                                                                      {"cannon", {64, 2}},    {"cosma", {16, 4}},
                                                                      {"johnson", {16, 8}},   {"pumma", {64, 2}},
                                                                      {"solomonik", {64, 2}}, {"summa", {64, 2}}};
  for (const std::string name : products) {
    for (const std::int64_t nodes : {1, 2, 4, 8, 16, 32, 64}) {
      const std::string machine = fmt::format("lassen,nodes={}", nodes);
      const MappedProduct expert(name, nodes, machine, "expert");
      EXPECT_EQ(expert.trouble.empty(), nodes <= most_nodes.at(name)[0]) << name << nodes << expert.trouble;
      EXPECT_TRUE(expert.trouble.empty() || expert.trouble.find("memory") != std::string::npos) << expert.trouble;
      const MappedProduct plain(name, nodes, machine, "default");
      EXPECT_EQ(plain.trouble.empty(), nodes <= most_nodes.at(name)[1]) << name << nodes << plain.trouble;
      EXPECT_TRUE(plain.trouble.empty() || plain.trouble.find("memory") != std::string::npos) << plain.trouble;
    }
  }
}

TEST(MatmulMappers, RunOnTheNodeOfTheExperiments) {
  for (const std::string name : products) {
    for (const std::string mapper : {"expert", "default"}) {
      const MappedProduct product(name, 1, "p100x4", mapper);
      EXPECT_EQ(product.trouble, "") << name << ", " << mapper;
      const Elaboration checked = check_on(language::SourceText{*product.scene.application.mapper(mapper), mapper},
                                           product.scene.program(), product.scene.graph, product.machine);
      EXPECT_EQ(checked.diagnostics.warnings(), 0U) << name << ", " << mapper;
    }
  }
}

/// What the closed form says of an expert's mapping; nothing where places and tasks are not those of the closed form.
std::optional<Movement> closed_form(const MatmulScene& scene) {
  const std::string& name = scene.application.name;
  if (name == "cannon" || name == "pumma" || name == "summa") {
    return plane_movement(scene);
  }
  return name == "cosma" ? std::optional(space_movement(scene, 4)) : std::nullopt;
}

TEST(MatmulMappers, OfExpertsMoveWhatTheClosedFormsSay) {
  for (const std::string name : products) {
    for (const std::int64_t nodes : {1, 2, 4, 8, 16, 32}) {
      const MatmulScene scene(fmt::format("{},n=96,nodes={}", name, nodes));
      const Machine machine = gpu_machine(nodes, 4);
      Plan plan =
          sure(elaborate({*scene.application.mapper("expert"), name}, scene.program(), scene.graph, machine)).plan;
      std::ranges::fill(plan.limits, 0U); // all ask for a tile at one time
      const Simulation run = sure(Simulator(scene.program(), scene.graph, machine).run(plan));
      ASSERT_EQ(run.status, SimulationStatus::done);
      const Movement counted = CountedMovement(scene, machine, plan).total();
      EXPECT_EQ(movement_of(machine, run), counted) << name << ", " << nodes;
      EXPECT_EQ(closed_form(scene).value_or(counted), counted) << name << ", " << nodes;
    }
  }
}

TEST(MatmulMappers, OfExpertsServeMachinesOfAnyShape) {
  for (const std::string name : products) {
    for (const std::int64_t nodes : {1, 2, 3, 5, 6, 12}) {
      for (const std::int64_t gpus : {1, 2, 3, 6, 8}) {
        const std::string what = fmt::format("{},n=37,nodes={},gpus={}", name, nodes, gpus);
        const MatmulScene scene(what);
        const Machine machine = gpu_machine(nodes, gpus);
        const auto made = elaborate({*scene.application.mapper("expert"), name}, scene.program(), scene.graph, machine);
        ASSERT_TRUE(made) << what << ": " << made.error().message;
        const Simulation run = sure(Simulator(scene.program(), scene.graph, machine).run(made->plan));
        EXPECT_EQ(run.status, SimulationStatus::done) << what;
        for (std::uint32_t gpu = 0; gpu < machine.processor_count(); ++gpu) {
          const bool idle = run.busy[gpu] == 0 && machine.processor_name(gpu).kind == ProcessorKind::gpu;
          EXPECT_FALSE(idle && nodes == 1) << what << ", GPU " << gpu << " has nothing to do";
        }
      }
    }
  }
}

/// With steps one after another a GPU may find a tile with a neighbour that has just used it: as many bytes, in no more
/// messages, and fewer of them from other nodes.
TEST(MatmulMappers, OfExpertsMoveNoMoreAtPublishedSizes) {
  for (const std::string name : products) {
    for (const std::int64_t nodes : {1, 2, 4, 8, 16, 32, 64}) {
      const MappedProduct product(name, nodes, fmt::format("lassen,nodes={}", nodes), "expert");
      if (!product.trouble.empty()) {
        continue;
      }
      const Movement counted = CountedMovement(product.scene, product.machine, product.plan).total();
      EXPECT_EQ(closed_form(product.scene).value_or(counted), counted) << name << ", " << nodes;
      const Movement moved = movement_of(product.machine, *product.run);
      Simulator queued(product.scene.program(), product.scene.graph, product.machine, SourceChoice::queued_links);
      EXPECT_EQ(movement_of(product.machine, sure(queued.run(product.plan))).memories.bytes, counted.memories.bytes)
          << name << ", " << nodes << ", from wherever it is first";
      if (name == "johnson" || name == "cosma") {
        EXPECT_EQ(moved, counted) << name << ", " << nodes;
        continue;
      }
      EXPECT_EQ(moved.memories.bytes, counted.memories.bytes) << name << ", " << nodes;
      EXPECT_EQ(moved.inside, counted.inside) << name << ", " << nodes;
      EXPECT_LE(moved.memories.messages, counted.memories.messages) << name << ", " << nodes;
      EXPECT_LE(moved.nodes.bytes, counted.nodes.bytes) << name << ", " << nodes;
      if (name != "solomonik") { // every node needs each tile of its rows and columns once at least
        const std::int64_t once = product.scene.size("gx") + product.scene.size("gy") - 2;
        const std::int64_t n = product.scene.size("n");
        EXPECT_GE(moved.nodes.bytes, whole(8 * n * n * once)) << name << ", " << nodes;
      }
    }
  }
}

} // namespace
} // namespace mapwright::mapper
