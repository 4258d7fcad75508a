// Bytes and messages of stencil, circuit and pennant against the formulas of docs/applications-mesh.md.
#include "mapper/apps/mesh.hpp"
#include "mapper/elaborate/elaborate.hpp"

#include <numeric>
#include <set>

namespace mapwright::mapper {
namespace {

std::uint64_t as_count(std::int64_t value) {
  return static_cast<std::uint64_t>(value);
}

CopiedBytes operator*(std::int64_t factor, const CopiedBytes& carried) {
  return {as_count(factor) * carried.bytes, as_count(factor) * carried.messages};
}

/// A plan with everything of point p on GPU p % 4 of node p / 4, simulated.
struct MeshOnGpus {
  MeshOnGpus(const std::string& specification, const Machine& used)
      : opened(specification), machine(used),
        plan(gpu_plan(opened.program(), opened.graph, machine.description().nodes)) {}
  Simulation run() const {
    Simulation done = sure(Simulator(opened.program(), opened.graph, machine).run(plan));
    EXPECT_EQ(done.status, SimulationStatus::done);
    return done;
  }
  OpenedMesh opened;
  const Machine& machine;
  Plan plan;
};

/// Tiles side by side: bytes and messages of one step with one tile on each GPU, q GPUs on a node.
struct StencilFormula {
  std::int64_t n, radius, tiles_x, tiles_y, short_by;

  CopiedBytes memories() const {
    const std::int64_t x = n * tiles_x - short_by;
    const std::int64_t y = n * tiles_y - short_by;
    return {as_count(16 * radius * ((tiles_x - 1) * y + (tiles_y - 1) * x)),
            as_count(2 * ((tiles_x - 1) * tiles_y + (tiles_y - 1) * tiles_x))};
  }
  /// For short_by = 0.
  CopiedBytes nodes(std::int64_t q) const {
    const std::int64_t tiles = tiles_x * tiles_y;
    const auto parts = [&](std::int64_t of) { return (tiles + of - 1) / of; };
    const std::int64_t beside = parts(q) - parts(std::lcm(q, tiles_x));
    const std::int64_t pairs = tiles - tiles_x;
    const std::int64_t above =
        tiles_x >= q ? pairs : pairs / q * tiles_x + std::max<std::int64_t>(0, pairs % q - (q - tiles_x));
    return {as_count(16 * radius * n * (beside + above)), as_count(2 * (beside + above))};
  }
};

TEST(MeshTraffic, StencilStrips) {
  struct Case {
    std::int64_t nodes, tiles_x, tiles_y, n, short_by, radius;
  };
  for (const Case& c : {Case{1, 2, 2, 10, 0, 2}, Case{1, 4, 1, 5, 2, 2}, Case{1, 1, 4, 3, 0, 3}, Case{2, 4, 2, 7, 0, 2},
                        Case{2, 2, 4, 7, 3, 1}, Case{2, 8, 1, 4, 0, 2}, Case{3, 3, 4, 6, 0, 2}, Case{3, 4, 3, 6, 0, 2},
                        Case{3, 6, 2, 6, 4, 2}, Case{3, 2, 6, 5, 0, 2}, Case{4, 4, 4, 9, 1, 2}, Case{16, 8, 8, 4, 0, 2},
                        Case{5, 5, 4, 4, 0, 1}}) {
    const StencilFormula formula{c.n, c.radius, c.tiles_x, c.tiles_y, c.short_by};
    const Machine machine = round_machine(c.nodes, 1'000'000'000);
    for (const std::int64_t steps : {1, 4}) {
      const MeshOnGpus scene(fmt::format("stencil,n={},tiles_x={},tiles_y={},short_by={},radius={},steps={}", c.n,
                                         c.tiles_x, c.tiles_y, c.short_by, c.radius, steps),
                             machine);
      const Simulation run = scene.run();
      const MeshCopies traffic = mesh_copies_of(scene.opened, machine, run);
      EXPECT_EQ(traffic.memories, steps * formula.memories()) << c.tiles_x << " x " << c.tiles_y;
      EXPECT_EQ(run.messages, traffic.memories.messages);
      if (c.short_by == 0) {
        EXPECT_EQ(traffic.nodes, steps * formula.nodes(4)) << c.tiles_x << " x " << c.tiles_y;
      }
    }
  }
}

TEST(MeshTraffic, StencilOnFewerGpusThanTiles) {
  // Two rows of tiles on two GPUs: only the strips between the rows move.
  const Machine machine = round_machine(1, 1'000'000'000);
  MeshOnGpus scene("stencil,n=6,tiles_x=3,tiles_y=2,steps=3", machine);
  for (std::uint32_t slot = 0; slot < scene.opened.graph.slots.size(); ++slot) {
    const std::uint32_t index = scene.opened.graph.slots[slot].point / 3;
    scene.plan.tasks[slot].processor.index = index;
    for (std::uint32_t i = 0; i < 5; ++i) {
      scene.plan.arguments[scene.opened.graph.slots[slot].first_argument + i].memory.index = index;
    }
  }
  EXPECT_EQ(mesh_copies_of(scene.opened, machine, scene.run()).memories,
            (CopiedBytes{3 * 2 * 3 * 6 * 2 * 8, 3 * 2 * 3}));
}

/// Ghosts by where they come from: the points that piece p sees of the shared nodes of q.
struct CircuitFormula {
  explicit CircuitFormula(const OpenedMesh& opened) {
    const Partition& shared = opened.partition("rp_shared");
    const Partition& ghost = opened.partition("rp_ghost");
    for (const PointSet& seen : ghost.sets) {
      std::vector<std::set<std::int64_t>>& from = ghosts.emplace_back();
      for (const PointSet& owned : shared.sets) {
        std::set<std::int64_t>& common = from.emplace_back();
        for (const Rectangle& part : seen) {
          const Rectangle both = intersection(part, owned.front());
          for (std::int64_t node = both.low[0]; node < both.high[0]; ++node) {
            common.insert(node);
          }
        }
      }
    }
  }

  /// Of one loop, with a memory for each piece: every ghost's voltage comes and its charge goes.
  MeshCopies own_memories() const {
    MeshCopies traffic;
    for (std::size_t p = 0; p < ghosts.size(); ++p) {
      for (std::size_t q = 0; q < ghosts.size(); ++q) {
        const CopiedBytes pair{8 * ghosts[p][q].size(), ghosts[p][q].empty() ? 0U : 2U};
        add(traffic.memories, pair);
        if (p / 4 != q / 4) {
          add(traffic.nodes, pair);
        }
      }
    }
    return traffic;
  }

  /// Bytes of one loop with shared nodes and ghosts in one memory of each node of the machine: what several of its
  /// pieces see comes and goes once.
  std::uint64_t node_memories() const {
    std::uint64_t bytes = 0;
    for (std::size_t first = 0; first < ghosts.size(); first += 4) {
      for (std::size_t q = 0; q < ghosts.size(); ++q) {
        std::set<std::int64_t> seen;
        for (std::size_t p = first; p < std::min(first + 4, ghosts.size()) && q / 4 != first / 4; ++p) {
          seen.insert(ghosts[p][q].begin(), ghosts[p][q].end());
        }
        bytes += 8 * seen.size();
      }
    }
    return bytes;
  }

  /// Messages with contributions in one loop: to each piece's shared nodes from every other node of the machine that
  /// has some.
  std::uint64_t node_folds() const {
    std::uint64_t messages = 0;
    for (std::size_t q = 0; q < ghosts.size(); ++q) {
      std::set<std::size_t> nodes;
      for (std::size_t p = 0; p < ghosts.size(); ++p) {
        if (p / 4 != q / 4 && !ghosts[p][q].empty()) {
          nodes.insert(p / 4);
        }
      }
      messages += nodes.size();
    }
    return messages;
  }

  static void add(CopiedBytes& sum, const CopiedBytes& more) {
    sum.bytes += more.bytes;
    sum.messages += more.messages;
  }

  std::vector<std::vector<std::set<std::int64_t>>> ghosts; ///< [p][q]
};

/// Copies of contributions between different memories.
std::uint64_t folds_of(const Simulation& run) {
  return as_count(std::count_if(run.copies.begin(), run.copies.end(),
                                [](const SimulatedCopy& copy) { return copy.fold && copy.from != copy.to; }));
}

/// Graphs in which every piece has ghosts of all pieces near it, so that pieces stay in step, and a thinner one.
struct CircuitGraphSize {
  std::string text;
  bool in_step;
};

const std::vector<CircuitGraphSize>& circuit_sizes() {
  static const std::vector<CircuitGraphSize> sizes{
      {"nodes_per_piece=50,wires_per_piece=120,percent_shared=20,window=2", true},
      {"nodes_per_piece=300,wires_per_piece=900,percent_shared=3,window=3,percent_inside=40,seed=9", true},
      {"nodes_per_piece=40,wires_per_piece=80,percent_shared=50,window=1,seed=2", true},
      {"nodes_per_piece=40,wires_per_piece=30,percent_shared=50,window=3,seed=4", false}};
  return sizes;
}

TEST(MeshTraffic, CircuitGhostsInMemoriesOfTheirPieces) {
  for (const std::int64_t nodes : {1, 2, 3, 8}) {
    for (const CircuitGraphSize& size : circuit_sizes()) {
      for (const std::int64_t loops : {1, 5}) {
        const std::string specification = fmt::format("circuit,pieces={},loops={},{}", 4 * nodes, loops, size.text);
        const Machine wide = wide_machine(nodes);
        const MeshOnGpus scene(specification, wide);
        const CircuitFormula formula(scene.opened);
        const MeshCopies traffic = mesh_copies_of(scene.opened, wide, scene.run());
        if (size.in_step) {
          EXPECT_EQ(traffic.memories, loops * formula.own_memories().memories) << specification;
          EXPECT_EQ(traffic.nodes, loops * formula.own_memories().nodes) << specification;
        }
        // Otherwise a ghost may come from another piece that sees it; the bytes stay.
        EXPECT_EQ(traffic.memories.bytes, as_count(loops) * formula.own_memories().memories.bytes) << specification;
        const Machine narrow = round_machine(nodes, 1'000'000'000);
        const MeshOnGpus shared(specification, narrow);
        const Simulation run = shared.run();
        EXPECT_EQ(mesh_copies_of(shared.opened, narrow, run).memories.bytes, traffic.memories.bytes) << specification;
        // Contributions come from those who made them, in step or not.
        EXPECT_EQ(2 * folds_of(run), as_count(loops) * formula.own_memories().memories.messages) << specification;
      }
    }
  }
}

/// Shared nodes and ghosts in the pinned memory of the node.
void share_nodes_in_pinned_memory(MeshOnGpus& scene) {
  for (std::uint32_t slot = 0; slot < scene.opened.graph.slots.size(); ++slot) {
    const Slot& found = scene.opened.graph.slots[slot];
    const Launch& launch = scene.opened.program().launches[found.launch];
    for (std::uint32_t i = 0; i < launch.arguments.size(); ++i) {
      const std::uint32_t partition = launch.arguments[i].partition;
      const std::string name = partition == none ? "" : scene.opened.program().partitions[partition].name;
      if (name == "rp_shared" || name == "rp_ghost") {
        MemoryName& memory = scene.plan.arguments[found.first_argument + i].memory;
        memory = {MemoryKind::zcmem, memory.node, 0};
      }
    }
  }
}

TEST(MeshTraffic, CircuitGhostsInPinnedMemory) {
  for (const std::int64_t nodes : {1, 2, 3, 8}) {
    for (const CircuitGraphSize& size : circuit_sizes()) {
      const std::string specification = fmt::format("circuit,pieces={},loops=3,{}", 4 * nodes, size.text);
      const Machine machine = round_machine(nodes, 1'000'000'000, 1'000'000'000);
      MeshOnGpus scene(specification, machine);
      share_nodes_in_pinned_memory(scene);
      const Simulation run = scene.run();
      const MeshCopies traffic = mesh_copies_of(scene.opened, machine, run);
      EXPECT_EQ(traffic.memories.bytes, 3 * CircuitFormula(scene.opened).node_memories()) << specification;
      EXPECT_EQ(folds_of(run), 3 * CircuitFormula(scene.opened).node_folds()) << specification;
      EXPECT_EQ(traffic.memories, traffic.nodes) << specification;
    }
  }
}

TEST(MeshTraffic, CircuitUnderItsExpert) {
  for (const std::int64_t nodes : {1, 2, 3, 8}) {
    for (const CircuitGraphSize& size : circuit_sizes()) {
      const Machine machine = sure(open_machine(fmt::format("lassen,nodes={}", nodes)));
      const auto bytes = [&](int loops) {
        MeshOnGpus scene(fmt::format("circuit,pieces={},loops={},{}", 4 * nodes, loops, size.text), machine);
        scene.plan = sure(elaborate({*scene.opened.application.mapper("expert"), "expert.mapper"},
                                    scene.opened.program(), scene.opened.graph, machine))
                         .plan;
        return mesh_copies_of(scene.opened, machine, scene.run()).nodes.bytes;
      };
      const OpenedMesh opened(fmt::format("circuit,pieces={},{}", 4 * nodes, size.text));
      // The first loop fetches more: what the first cores have set up.
      EXPECT_EQ(bytes(4) - bytes(2), 2 * CircuitFormula(opened).node_memories()) << nodes << " nodes, " << size.text;
    }
  }
}

TEST(MeshTraffic, PennantRowsAndTimeSteps) {
  struct Case {
    std::int64_t nodes, pieces, zones_x, zones_y;
  };
  for (const Case& c : {Case{1, 4, 6, 12}, Case{1, 3, 1, 5}, Case{1, 1, 4, 4}, Case{2, 8, 5, 8}, Case{3, 12, 7, 41},
                        Case{3, 10, 2, 10}, Case{8, 32, 3, 64}}) {
    const Machine machine = round_machine(c.nodes, 1'000'000'000);
    for (const std::int64_t cycles : {1, 4}) {
      const std::string specification =
          fmt::format("pennant,pieces={},zones_x={},zones_y={},cycles={}", c.pieces, c.zones_x, c.zones_y, cycles);
      const MeshOnGpus scene(specification, machine);
      const Simulation run = scene.run();
      // Of each row that two pieces see: positions and velocities in the middle of the cycle, masses and forces back,
      // positions and velocities at its end.
      const CopiedBytes row{as_count((32 + 24 + 32) * (c.zones_x + 1)), 3};
      const MeshCopies rows = mesh_copies_of(scene.opened, machine, run, "rp_all");
      EXPECT_EQ(rows.memories, cycles * ((c.pieces - 1) * row)) << specification;
      EXPECT_EQ(rows.nodes, cycles * (((c.pieces + 3) / 4 - 1) * row)) << specification;
      // The time step goes to every other memory and what it may be next comes back, but not after the last cycle.
      const MeshCopies steps = mesh_copies_of(scene.opened, machine, run, "step");
      EXPECT_EQ(steps.memories, (2 * cycles - 1) * ((c.pieces - 1) * CopiedBytes{8, 1})) << specification;
      EXPECT_EQ(run.messages, rows.memories.messages + steps.memories.messages) << specification;
    }
  }
}

} // namespace
} // namespace mapwright::mapper
