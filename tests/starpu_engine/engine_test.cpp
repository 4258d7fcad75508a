// Plans on StarPU give what the tasks give one after another.
#include "mapper/engine/sequential.hpp"
#include "starpu_engine/engine.hpp"
#include "starpu_engine/engine_scene.hpp"
#include "starpu_engine/scene.hpp"

#include <gtest/gtest.h>

namespace mapwright::starpu_engine {
namespace {

using namespace mapper;

bool same_data(const Program& program, const RegionData& a, const RegionData& b) {
  for (std::uint32_t r = 0; r < program.regions.size(); ++r) {
    for (std::size_t f = 0; f < program.regions[r].fields.size(); ++f) {
      if (!std::ranges::equal(a.bytes(r, f), b.bytes(r, f))) {
        return false;
      }
    }
  }
  return true;
}

/// Runs a plan and says whether it gave what the tasks give one after another.
testing::AssertionResult gives_the_same(const Program& program, const TaskGraph& graph, const Plan& plan) {
  const KernelTable kernels = mixed_kernels();
  RegionData expected = numbered_data(program);
  RegionData got = expected;
  sure(run_sequentially(program, graph, kernels, expected).map([] { return 0; }));
  Engine engine(runtime(), program, graph, kernels);
  sure(engine.run(plan, got));
  return same_data(program, got, expected)
             ? testing::AssertionSuccess()
             : testing::AssertionFailure() << "other numbers with " << canonical_text(program, graph, plan);
}

/// Three tasks over blocks of a line with their neighbours.
Program line_program() {
  ProgramBuilder b("line");
  b.size("n", 24);
  b.region({"line", {"n"}, {"u:8", "v:8"}});
  b.blocks({"parts", "line", {"2"}});
  b.halo({"around", "parts", {"2"}, true});
  const std::vector<VariantSpec> variants{{ProcessorKind::cpu}, {ProcessorKind::gpu}};
  b.kind({"w1", {{"a"}}, variants, "10"});
  b.kind({"u1", {{"a"}, {"b"}}, variants, "10"});
  b.launch({"begin", "w1", {"2"}, {"i"}, {{"parts", {"i"}, "W", {"u"}}}});
  b.launch({"step", "u1", {"2"}, {"i"}, {{"parts", {"i"}, "RW", {"v"}}, {"around", {"i"}, "R", {"u"}}}});
  return sure(b.build());
}

TEST(StarPuEngine, RunsPlacementsOfASmallProgram) {
  const Program program = line_program();
  const TaskGraph graph = sure(expand(program));
  struct Site {
    ProcessorName processor;
    MemoryName memory;
  };
  const std::vector<Site> sites{{{ProcessorKind::cpu, 0, 0}, {MemoryKind::sysmem, 0, 0}},
                                {{ProcessorKind::gpu, 0, 0}, {MemoryKind::fbmem, 0, 0}},
                                {{ProcessorKind::gpu, 0, 1}, {MemoryKind::fbmem, 0, 1}},
                                {{ProcessorKind::gpu, 0, 1}, {MemoryKind::zcmem, 0, 0}}};
  ASSERT_EQ(graph.slots.size(), 4U);
  for (const std::size_t code : {0x00U, 0x55U, 0x1bU, 0xe4U, 0xffU}) { // two bits for the site of each task
    Plan plan = blank_plan(program, graph);
    for (std::size_t slot = 0; slot < 4; ++slot) {
      const Site& site = sites[code >> (2 * slot) & 3U];
      plan.tasks[slot].processor = site.processor;
      const std::size_t count = program.launches[graph.slots[slot].launch].arguments.size();
      for (std::size_t i = 0; i < count; ++i) {
        plan.arguments[graph.slots[slot].first_argument + i].memory = site.memory;
      }
    }
    ASSERT_TRUE(gives_the_same(program, graph, plan)) << code;
  }
}

TEST(StarPuEngine, RefusesWhatItCannotPlace) {
  const Program program = line_program();
  const TaskGraph graph = sure(expand(program));
  const auto message = [&](const TaskDecision& task, const MemoryName& memory) {
    Plan plan = blank_plan(program, graph);
    plan.tasks[0] = task;
    plan.arguments[0].memory = memory;
    const auto counts = workers_for(program, graph, plan);
    return counts ? std::string() : counts.error().message;
  };
  const MemoryName host{MemoryKind::sysmem, 0, 0};
  EXPECT_EQ(message({{ProcessorKind::omp, 0, 0}}, host), "begin (0): StarPU has no workers of kind OMP");
  EXPECT_EQ(message({{ProcessorKind::cpu, 1, 0}}, host), "begin (0): CPU 0 of node 1 is not on this node");
  EXPECT_EQ(message({{ProcessorKind::gpu, 0, 1}}, {MemoryKind::fbmem, 0, 0}),
            "begin (0): argument 0: FBMEM 0 of node 0 is not a memory that GPU 1 of node 0 works on");
  EXPECT_EQ(message({{ProcessorKind::cpu, 0, 0}}, {MemoryKind::rdmem, 0, 0}),
            "begin (0): argument 0: StarPU has no RDMEM for CPU 0 of node 0");
}

TEST(StarPuEngine, CountsTheWorkersAPlanUses) {
  const Program program = line_program();
  const TaskGraph graph = sure(expand(program));
  Plan plan = blank_plan(program, graph);
  EXPECT_EQ(sure(workers_for(program, graph, plan)).cpus, 1U);
  plan.tasks[3] = {{ProcessorKind::cpu, 0, 2}};
  EXPECT_EQ(sure(workers_for(program, graph, plan)).cpus, 3U);
  EXPECT_EQ(sure(workers_for(program, graph, plan)).devices, 0U);
}

TEST(StarPuEngine, SaysWhichKernelIsMissingOrDoesNotCompile) {
  const Program program = line_program();
  const TaskGraph graph = sure(expand(program));
  RegionData data = numbered_data(program);
  KernelTable kernels = mixed_kernels();
  kernels.erase("u1");
  Plan plan = blank_plan(program, graph);
  const auto missing = Engine(runtime(), program, graph, kernels).run(plan, data);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message, "task 'u1' has no kernel for CPUs");
  plan.tasks[0] = {{ProcessorKind::gpu, 0, 0}};
  plan.arguments[0].memory = {MemoryKind::fbmem, 0, 0};
  kernels = mixed_kernels();
  kernels["w1"].device = OpenClKernel{"__kernel void mix(", "mix", {"1"}};
  const auto broken = Engine(runtime(), program, graph, kernels).run(plan, data);
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().message, "the OpenCL kernel of task 'w1' does not compile");
}

} // namespace
} // namespace mapwright::starpu_engine
