// CollectMemory: which copies go, and that they are gone.
#include "starpu_engine/collected_copies.hpp"
#include "starpu_engine/engine_scene.hpp"

#include <gtest/gtest.h>

namespace mapwright::starpu_engine {
namespace {

using Drops = std::vector<CopyDrop>;

TEST(CollectedCopies, GoBehindTheLastOfTheirReaders) {
  CollectedCopies copies(1);
  copies.write(0, 0);
  copies.read(1, 0, 1, true);
  copies.read(2, 0, 2, true);
  copies.read(3, 0, 0, false);
  copies.write(0, 1);
  copies.read(5, 0, 1, true);
  EXPECT_EQ(copies.finish(), (Drops{{3, 0, 0}}));
}

TEST(CollectedCopies, StayWhereAnotherReaderKeepsOne) {
  CollectedCopies same(1);
  same.write(0, 0);
  same.read(1, 0, 1, true);
  same.read(2, 0, 1, false);
  EXPECT_EQ(same.finish(), Drops());
  CollectedCopies other(1);
  other.write(0, 0);
  other.read(1, 0, 1, true);
  other.read(2, 0, 2, false);
  EXPECT_EQ(other.finish(), Drops());
}

TEST(CollectedCopies, StayWhereTheyAreTheOnlyOnes) {
  CollectedCopies copies(2);
  copies.read(0, 0, 1, true);
  copies.write(1, 2);
  copies.read(2, 1, 2, true);
  EXPECT_EQ(copies.finish(), Drops());
}

TEST(CollectedCopies, GoInTheOrderOfTheCalls) {
  CollectedCopies copies(2);
  for (const std::uint32_t atom : {0U, 1U}) {
    copies.write(atom, 0);
    copies.read(5 - atom, atom, 1, true);
  }
  EXPECT_EQ(copies.finish(), (Drops{{4, 1, 0}, {5, 0, 0}}));
}

/// Data that the CPU writes, the device reads and then changes.
TEST(StarPuCollect, FetchesAgainWhatWasDropped) {
  mapper::ProgramBuilder b("looked_at");
  b.region({"line", {"1000"}, {"u:8"}});
  b.blocks({"block", "line", {"4"}});
  const std::vector<mapper::VariantSpec> variants{{mapper::ProcessorKind::cpu}, {mapper::ProcessorKind::gpu}};
  b.kind({"t", {{"a"}}, variants});
  b.launch({"make", "t", {"4"}, {"i"}, {{"block", {"i"}, "W"}}});
  b.launch({"look", "t", {"4"}, {"i"}, {{"block", {"i"}, "R"}}});
  b.launch({"change", "t", {"4"}, {"i"}, {{"block", {"i"}, "RW"}}});
  const mapper::Program program = sure(b.build());
  const mapper::TaskGraph graph = sure(expand(program));
  const mapper::KernelTable kernels{
      {"t",
       {[](const mapwright_task*) {},
        mapper::OpenClKernel{"__kernel void none(__global uchar* a, __global const long* shape) {}", "none", {"1"}}}}};
  Engine engine(runtime(), program, graph, kernels);
  const std::string up = pair_name({mapper::MemoryKind::sysmem, 0, 0}, {mapper::MemoryKind::fbmem, 0, 0});
  for (const bool collect : {false, true}) {
    mapper::Plan plan = blank_plan(program, graph);
    for (std::uint32_t slot = 4; slot < 12; ++slot) {
      plan.tasks[slot].processor = {mapper::ProcessorKind::gpu, 0, 0};
      mapper::ArgumentDecision& argument = plan.arguments[graph.slots[slot].first_argument];
      argument.memory = {mapper::MemoryKind::fbmem, 0, 0};
      argument.collect = collect && slot < 8;
    }
    mapper::RegionData data = sure(mapper::RegionData::make(program));
    const BytesByPair measured = bytes_of(sure(engine.run(plan, data)));
    EXPECT_EQ(measured, simulated_bytes_by_pair(program, graph, plan)) << collect;
    EXPECT_EQ(measured.at(up), collect ? 16000U : 8000U);
  }
}

} // namespace
} // namespace mapwright::starpu_engine
