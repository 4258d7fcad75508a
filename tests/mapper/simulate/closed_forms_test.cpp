// Bytes and messages that can be written down: a halo exchange, and the tiles of matrix products.
#include "mapper/simulate/scene.hpp"

#include <algorithm>
#include <ostream>

namespace mapwright::mapper {
namespace {

struct Traffic {
  std::uint64_t bytes = 0;
  std::uint64_t messages = 0;
  friend bool operator==(const Traffic&, const Traffic&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Traffic& traffic) {
    return out << traffic.bytes << " B in " << traffic.messages;
  }
};

/// What went between different memories; copies inside one are not allowed here.
Traffic traffic_between(const Simulation& run) {
  Traffic traffic;
  for (const MemoryTraffic& pair : run.traffic) {
    EXPECT_NE(pair.from, pair.to);
    traffic.bytes += pair.bytes;
    traffic.messages += pair.copies;
  }
  EXPECT_EQ(traffic.messages, run.messages);
  return traffic;
}

TEST(ClosedForm, HaloOfAStencil) {
  for (const std::int64_t nodes : {1, 2, 4}) {
    const Machine machine = round_machine(nodes, 1'000'000'000);
    const std::int64_t tiles = 4 * nodes;
    for (const std::int64_t halo : {1, 3}) {
      for (const std::int64_t trips : {1, 5}) {
        const Program program = stencil_program(tiles, 10, halo, trips);
        const TaskGraph graph = sure(expand(program));
        const Plan plan = gpu_plan(program, graph, static_cast<std::uint32_t>(nodes));
        const Simulation run = sure(Simulator(program, graph, machine).run(plan));
        const auto messages = static_cast<std::uint64_t>(trips * 2 * (tiles - 1));
        EXPECT_EQ(traffic_between(run), (Traffic{messages * static_cast<std::uint64_t>(halo) * 8, messages}));
        // Tiles of both fields stay where they are; ghosts of a trip replace those of the last.
        const auto inner = static_cast<std::uint64_t>(10 * 16 + 2 * halo * 8);
        EXPECT_EQ(run.peak[machine.find(device(1)).value()], inner);
      }
    }
  }
}

/// C = A B with g x g tiles of w x w numbers, tile (i, j) of every matrix with GPU i + g j. `k` says which tiles task
/// (i, j) multiplies in step t: A(i, k) and B(k, j).
struct Product {
  Product(std::int64_t g, std::int64_t w, const std::string& k)
      : machine(round_machine(std::max<std::int64_t>(1, g * g / 4))) {
    ProgramBuilder b("product");
    b.size("g", g);
    b.size("n", g * w);
    const std::vector<VariantSpec> variants{{ProcessorKind::gpu}};
    b.kind({"place", {{"m", "0"}}, variants, "0"});
    b.kind({"gemm", {{"c"}, {"a"}, {"b"}}, variants, "2*c_0*c_1*a_1"});
    for (const std::string name : {"a", "b", "c"}) {
      b.region({name, {"n", "n"}, {"x:8"}});
      b.blocks({name + "_tile", name, {"g", "g"}});
      b.launch({"place_" + name, "place", {"g", "g"}, {"i", "j"}, {{name + "_tile", {"i", "j"}, "W"}}});
    }
    b.loop({"steps", "t", "g"});
    b.launch({"",
              "gemm",
              {"g", "g"},
              {"i", "j"},
              {{"c_tile", {"i", "j"}, "RW"}, {"a_tile", {"i", k}, "R"}, {"b_tile", {k, "j"}, "R"}},
              "steps"});
    program = sure(b.build());
    graph = sure(expand(program));
    plan = gpu_plan(program, graph, static_cast<std::uint32_t>(std::max<std::int64_t>(1, g * g / 4)));
  }

  Simulation run() const { return sure(Simulator(program, graph, machine).run(plan)); }

  Machine machine;
  Program program;
  TaskGraph graph;
  Plan plan;
};

TEST(ClosedForm, TilesOfMatrixProducts) {
  for (const std::int64_t g : {2, 4}) {
    for (const std::int64_t w : {1, 6}) {
      // Each task needs g tiles of A and of B, one of each is its own; nobody fetches a tile twice.
      const auto messages = static_cast<std::uint64_t>(2 * g * g * (g - 1));
      const Traffic expected{messages * static_cast<std::uint64_t>(w * w) * 8, messages};
      EXPECT_EQ(traffic_between(Product(g, w, "t").run()), expected) << "SUMMA";
      EXPECT_EQ(traffic_between(Product(g, w, "mod(t + i + j, g)").run()), expected) << "Cannon";
      EXPECT_EQ(traffic_between(Product(g, w, "mod(t + i, g)").run()), expected) << "PUMMA";
    }
  }
}

TEST(ClosedForm, CollectedTilesAreFewAtATime) {
  Product product(4, 4, "mod(t + i + j, g)");
  const auto tile = std::uint64_t{4 * 4 * 8};
  const std::uint32_t memory = product.machine.find(device(2, 1)).value();
  EXPECT_EQ(product.run().peak[memory], 3 * tile + 6 * tile); // a, b, c, and all others of its row and column
  for (std::uint32_t slot = product.graph.first_slot[3]; slot < product.graph.slots.size(); ++slot) {
    product.plan.arguments[product.graph.slots[slot].first_argument + 1].collect = true;
    product.plan.arguments[product.graph.slots[slot].first_argument + 2].collect = true;
  }
  EXPECT_EQ(product.run().peak[memory], 9 * tile) << "without a limit all tiles are asked for at once";
  const Traffic all = traffic_between(product.run());
  product.plan.limits[1] = 4; // one for each GPU of a node
  const Simulation run = product.run();
  EXPECT_LT(run.peak[memory], 9 * tile);
  EXPECT_EQ(traffic_between(run), all);
}

TEST(ClosedForm, PartialSumsOfAThreeDimensionalProduct) {
  // (i, j, k) multiplies A(i, k) and B(k, j) into contributions to C(i, j); a reader at (i, j, 0) folds g of them.
  const std::int64_t g = 2;
  const Machine machine = round_machine(2);
  ProgramBuilder b("johnson");
  b.size("g", g);
  b.region({"c", {"6", "6"}, {"x:8"}});
  b.blocks({"tile", "c", {"g", "g"}});
  const std::vector<VariantSpec> variants{{ProcessorKind::gpu}};
  b.kind({"gemm", {{"c"}}, variants, "1000"});
  b.launch({"multiply", "gemm", {"g", "g", "g"}, {"i", "j", "k"}, {{"tile", {"i", "j"}, "reduce(+)"}}});
  b.launch({"use", "gemm", {"g", "g"}, {"i", "j"}, {{"tile", {"i", "j"}, "R"}}});
  const Program program = sure(b.build());
  const TaskGraph graph = sure(expand(program));
  const Simulation run = sure(Simulator(program, graph, machine).run(gpu_plan(program, graph, 2)));
  Traffic between;
  Traffic inside;
  for (const MemoryTraffic& pair : run.traffic) {
    Traffic& sum = pair.from == pair.to ? inside : between;
    sum.bytes += pair.bytes;
    sum.messages += pair.copies;
  }
  EXPECT_EQ(between, (Traffic{4 * 9 * 8, 4})); // of k = 1
  EXPECT_EQ(inside, (Traffic{4 * 9 * 8, 4}));  // of k = 0
}

} // namespace
} // namespace mapwright::mapper
