// The mappers of circuit, stencil and pennant, checked and simulated on machines with other processors and sizes.
#include "mapper/apps/mesh.hpp"
#include "mapper/elaborate/elaborate.hpp"

namespace mapwright::mapper {
namespace {

struct MappedMesh {
  MappedMesh(const std::string& specification, const std::string& mapper, const std::string& machine_name)
      : MappedMesh(specification, mapper, sure(open_machine(machine_name))) {}
  MappedMesh(const std::string& specification, const std::string& mapper, Machine on)
      : opened(specification), machine(std::move(on)),
        plan(sure(elaborate({*opened.application.mapper(mapper), mapper + ".mapper"}, opened.program(), opened.graph,
                            machine))
                 .plan) {}
  Simulation run() const {
    Simulation done = sure(Simulator(opened.program(), opened.graph, machine).run(plan));
    EXPECT_EQ(done.status, SimulationStatus::done) << (done.out_of_memory ? done.out_of_memory->message : "");
    return done;
  }
  MeshCopies copies(const std::string& region = "") const { return mesh_copies_of(opened, machine, run(), region); }

  OpenedMesh opened;
  Machine machine;
  Plan plan;
};

std::string sized(const std::string& name, std::int64_t nodes) {
  if (name == "circuit") {
    return fmt::format("circuit,pieces={},loops=2,nodes_per_piece=100,wires_per_piece=200,percent_shared=10",
                       4 * nodes);
  }
  if (name == "stencil") {
    return fmt::format("stencil,tiles_x=4,tiles_y={},steps=2,n=8", nodes);
  }
  return fmt::format("pennant,pieces={},zones_x=5,zones_y={},cycles=2", 4 * nodes, 8 * nodes);
}

TEST(MeshMappers, RunOnAllMachines) {
  for (const std::string name : {"circuit", "stencil", "pennant"}) {
    for (const char* mapper : {"expert", "default"}) {
      for (const auto& [machine, nodes] : {std::pair{"p100x4", 1},
                                           {"lassen,nodes=1", 1},
                                           {"lassen,nodes=2", 2},
                                           {"lassen,nodes=7", 7},
                                           {"lassen,nodes=64", 64},
                                           {"dgx-h200,nodes=2", 2},

                                           {"box", 1},
                                           {"lassen,nodes=4", 2},
                                           {"p100x4", 3}}) {
        SCOPED_TRACE(fmt::format("{} {} on {}", name, mapper, machine));
        EXPECT_GT(MappedMesh(sized(name, nodes), mapper, machine).run().makespan, 0);
      }
    }
  }
}

TEST(MeshMappers, UseCoresWhereThereAreNoGpus) {
  MachineDescription cores = round_machine(2).description();
  std::erase_if(cores.processors, [](const ProcessorClass& item) { return item.kind == ProcessorKind::gpu; });
  std::erase_if(cores.sights, [](const Sight& item) { return item.processor == ProcessorKind::gpu; });
  const Machine machine = sure(Machine::build(cores));
  for (const std::string name : {"circuit", "stencil", "pennant"}) {
    for (const char* mapper : {"expert", "default"}) {
      SCOPED_TRACE(name + " " + mapper);
      const MappedMesh mapped(sized(name, 2), mapper, machine);
      std::size_t idle = 0;
      for (const double busy : mapped.run().busy) {
        idle += busy == 0 ? 1U : 0U;
      }
      EXPECT_EQ(idle, 0U);
    }
  }
}

TEST(MeshMappers, ExpertOfStencilMovesWhatTheFormulaSays) {
  for (const std::int64_t nodes : {1, 4, 9}) {
    const MappedMesh mapped(fmt::format("stencil,tiles_x=4,tiles_y={},steps=3,n=6", nodes), "expert",
                            fmt::format("lassen,nodes={}", nodes));
    const MeshCopies copies = mapped.copies();
    const auto n = static_cast<std::uint64_t>(nodes);
    EXPECT_EQ(copies.memories, (CopiedBytes{3 * 32 * 6 * (3 * n + 4 * (n - 1)), 3 * 2 * (3 * n + 4 * (n - 1))}));
    EXPECT_EQ(copies.nodes, (CopiedBytes{3 * 32 * 6 * 4 * (n - 1), 3 * 2 * 4 * (n - 1)}));
  }
}

TEST(MeshMappers, ExpertOfPennantKeepsRowsInPinnedMemory) {
  for (const std::int64_t nodes : {1, 2, 5}) {
    const auto copies = [&](int cycles) {
      return MappedMesh(fmt::format("pennant,pieces={},zones_x=6,zones_y={},cycles={}", 4 * nodes, 8 * nodes, cycles),
                        "expert", fmt::format("lassen,nodes={}", nodes))
          .copies("rp_all");
    };
    // The first cycle also fetches what the first cores have set up.
    const auto n = static_cast<std::uint64_t>(nodes);
    const CopiedBytes rows = nodes == 1 ? CopiedBytes{} : CopiedBytes{88 * 7 * (4 * n - 1), 3 * (4 * n - 1)};
    const MeshCopies three = copies(3);
    const MeshCopies two = copies(2);
    EXPECT_EQ(three.memories.bytes - two.memories.bytes, rows.bytes) << nodes;
    EXPECT_EQ(three.memories.messages - two.memories.messages, rows.messages) << nodes;
    EXPECT_EQ(three.nodes.bytes - two.nodes.bytes, rows.bytes) << nodes;
  }
}

TEST(MeshMappers, ExpertOfCircuitMovesNothingOnOneNode) {
  const auto copies = [](int loops, const char* mapper) {
    return MappedMesh(fmt::format("circuit,loops={}", loops), mapper, "p100x4").copies();
  };
  EXPECT_EQ(copies(4, "expert").memories, copies(1, "expert").memories) << "only what the first cores have set up";
  std::uint64_t ghosts = 0;
  const OpenedMesh opened("circuit");
  for (const PointSet& set : opened.partition("rp_ghost").sets) {
    for (const Rectangle& part : set) {
      ghosts += part.volume();
    }
  }
  EXPECT_EQ(copies(4, "default").memories.bytes, 4 * 8 * ghosts);
}

TEST(MeshMappers, PublishedSizesOnManyNodes) {
  struct Case {
    const char* size;
    std::size_t tasks;
  };
  for (const Case& c :
       {Case{"circuit,pieces=256,nodes_per_piece=50000,wires_per_piece=200000,steps=10000,loops=50", 38656},
        Case{"stencil,n=15000,tiles_x=16,tiles_y=16,steps=50", 25856},
        Case{"pennant,zones_x=320,zones_y=5898240,pieces=256,cycles=30", 54046}}) {
    const MappedMesh mapped(c.size, "expert", "lassen,nodes=64");
    EXPECT_EQ(mapped.opened.graph.tasks.size(), c.tasks);
    const Simulation run = mapped.run();
    EXPECT_GE(run.makespan, run.bounds.highest() * (1 - 1e-12));
  }
  // Every piece nearby reaches every shared node: one rectangle for each of six pieces.
  const OpenedMesh circuit("circuit,pieces=12,nodes_per_piece=50000,wires_per_piece=200000");
  for (const PointSet& ghosts : circuit.partition("rp_ghost").sets) {
    EXPECT_EQ(ghosts.size(), 6U);
  }
}

} // namespace
} // namespace mapwright::mapper
