// What StarPU copies between memories is what the simulator copies.
#include "starpu_engine/engine_scene.hpp"

#include <array>

#include <gtest/gtest.h>

namespace mapwright::starpu_engine {
namespace {

/// A row of blocks with halos: `first` fills them, `sweep` makes `next` of `now` and its neighbours, `take` puts `next`
/// into `now`, three times.
struct Sweeps {
  Sweeps() {
    mapper::ProgramBuilder b("sweeps");
    b.region({"line", {"1200"}, {"now:8", "next:8"}});
    b.blocks({"block", "line", {"4"}});
    b.halo({"wide", "block", {"5"}, true});
    const std::vector<mapper::VariantSpec> variants{{mapper::ProcessorKind::cpu}, {mapper::ProcessorKind::gpu}};
    b.kind({"first", {{"own"}}, variants});
    b.kind({"sweep", {{"own"}, {"around"}}, variants});
    b.kind({"take", {{"own"}, {"from"}}, variants});
    b.launch({"first", "first", {"4"}, {"i"}, {{"block", {"i"}, "W", {"now"}}}});
    b.loop({"t", "t", "3", ""});
    b.launch({"sweep", "sweep", {"4"}, {"i"}, {{"block", {"i"}, "W", {"next"}}, {"wide", {"i"}, "R", {"now"}}}, "t"});
    b.launch({"take", "take", {"4"}, {"i"}, {{"block", {"i"}, "W", {"now"}}, {"block", {"i"}, "R", {"next"}}}, "t"});
    program = sure(b.build());
    graph = sure(expand(program));
    const std::string nothing =
        "__kernel void one(__global uchar* a, __global const long* shape) {}\n"
        "__kernel void two(__global uchar* a, __global uchar* b, __global const long* shape) {}";
    for (const mapper::TaskKind& kind : program.kinds) {
      kernels[kind.name] = {[](const mapwright_task*) {},
                            mapper::OpenClKernel{nothing, kind.parameters.size() == 1 ? "one" : "two", {"1"}}};
    }
  }

  mapper::Program program;
  mapper::TaskGraph graph;
  mapper::KernelTable kernels;
};

BytesByPair measured_bytes(const Sweeps& sweeps, Engine& engine, const mapper::Plan& plan) {
  mapper::RegionData data = sure(mapper::RegionData::make(sweeps.program));
  return bytes_of(sure(engine.run(plan, data)));
}

mapper::ArgumentDecision lies_in(mapper::MemoryKind kind, std::uint32_t index) {
  mapper::ArgumentDecision decision;
  decision.memory = {kind, 0, index};
  return decision;
}

/// Task of each launch on the CPU, on device 0, or there with its arguments in pinned memory: all combinations.
TEST(StarPuCopies, AreThoseOfTheSimulatorForEveryPlacementOnOneDevice) {
  const Sweeps sweeps;
  Engine engine(runtime(), sweeps.program, sweeps.graph, sweeps.kernels);
  constexpr unsigned sites = 3;
  for (unsigned choice = 0; choice < sites * sites * sites * 2; ++choice) {
    mapper::Plan plan = blank_plan(sweeps.program, sweeps.graph);
    for (std::uint32_t slot = 0; slot < sweeps.graph.slots.size(); ++slot) {
      const std::uint32_t launch = sweeps.graph.slots[slot].launch;
      unsigned site = choice / 2;
      for (std::uint32_t l = 0; l < launch; ++l) {
        site /= sites;
      }
      site = (site + (choice % 2) * sweeps.graph.slots[slot].point) % sites; // all points alike, or one after another
      plan.tasks[slot].processor = {site == 0 ? mapper::ProcessorKind::cpu : mapper::ProcessorKind::gpu, 0, 0};
      for (std::size_t i = 0; i < sweeps.program.launches[launch].arguments.size(); ++i) {
        plan.arguments[sweeps.graph.slots[slot].first_argument + i] =
            site == 1 ? lies_in(mapper::MemoryKind::fbmem, 0)
                      : lies_in(site == 0 ? mapper::MemoryKind::sysmem : mapper::MemoryKind::zcmem, 0);
      }
    }
    // The simulator takes pinned memory for another one than main memory; StarPU has one of both.
    mapper::Plan one_memory = plan;
    for (std::size_t i = 0; i < one_memory.arguments.size(); ++i) {
      if (one_memory.arguments[i].memory.kind == mapper::MemoryKind::sysmem) {
        one_memory.arguments[i].memory.kind = mapper::MemoryKind::zcmem;
      }
    }
    EXPECT_EQ(measured_bytes(sweeps, engine, plan), simulated_bytes_by_pair(sweeps.program, sweeps.graph, one_memory))
        << choice;
  }
}

TEST(StarPuCopies, BetweenDevicesAreOfHalosOnly) {
  const Sweeps sweeps;
  Engine engine(runtime(), sweeps.program, sweeps.graph, sweeps.kernels);
  mapper::Plan plan = blank_plan(sweeps.program, sweeps.graph);
  for (std::uint32_t slot = 0; slot < sweeps.graph.slots.size(); ++slot) {
    const std::uint32_t device = sweeps.graph.slots[slot].point / 2;
    plan.tasks[slot].processor = {mapper::ProcessorKind::gpu, 0, device};
    for (std::size_t i = 0; i < sweeps.program.launches[sweeps.graph.slots[slot].launch].arguments.size(); ++i) {
      plan.arguments[sweeps.graph.slots[slot].first_argument + i] = lies_in(mapper::MemoryKind::fbmem, device);
    }
  }
  const BytesByPair simulated = simulated_bytes_by_pair(sweeps.program, sweeps.graph, plan);
  constexpr std::uint64_t halos = std::uint64_t{3} * 5 * 8; // each way: steps, points, bytes of one
  EXPECT_EQ(simulated.at(pair_name({mapper::MemoryKind::fbmem, 0, 0}, {mapper::MemoryKind::fbmem, 0, 1})), halos);
  // StarPU takes what goes from one OpenCL device to another through main memory.
  const BytesByPair measured = measured_bytes(sweeps, engine, plan);
  const mapper::MemoryName main{mapper::MemoryKind::sysmem, 0, 0};
  for (const std::uint32_t device : {0U, 1U}) {
    const mapper::MemoryName memory{mapper::MemoryKind::fbmem, 0, device};
    EXPECT_EQ(measured.at(pair_name(memory, main)), halos);
    EXPECT_EQ(measured.at(pair_name(main, memory)), halos);
  }
  EXPECT_EQ(measured.size(), 4U);
}

} // namespace
} // namespace mapwright::starpu_engine
