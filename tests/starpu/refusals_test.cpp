// What the engine refuses, and what it says.
#include "starpu/engine_scene.hpp"

#include <functional>

#include <gtest/gtest.h>
#include <starpu.h>

namespace mapwright::starpu_engine {
namespace {

std::string refusal_of(const std::function<void(mapper::Plan&)>& change) {
  const OpenedApplication opened("stencil,n=4,steps=1");
  mapper::Plan plan = opened.plan("default", box());
  change(plan);
  const auto counts = workers_for(opened.application.program, opened.graph, plan);
  return counts ? "" : counts.error().message;
}

TEST(StarpuRefusals, NameTheTaskAndWhatIsWrong) {
  using mapper::MemoryKind;
  using mapper::ProcessorKind;
  EXPECT_EQ(refusal_of([](mapper::Plan&) {}), "");
  EXPECT_EQ(refusal_of([](mapper::Plan& plan) {
              plan.tasks[0].processor = {ProcessorKind::omp, 0, 0};
            }),
            "init (0): StarPU has no workers of kind OMP");
  EXPECT_EQ(refusal_of([](mapper::Plan& plan) {
              plan.tasks[1].processor = {ProcessorKind::gpu, 1, 0};
            }),
            "init (1): GPU 0 of node 1 is not on this node");
  EXPECT_EQ(refusal_of([](mapper::Plan& plan) {
              plan.tasks[0].processor = {ProcessorKind::gpu, 0, 0};
              plan.arguments[0].memory = {MemoryKind::fbmem, 0, 1};
            }),
            "init (0): argument 0: FBMEM 1 of node 0 is not a memory that GPU 0 of node 0 works on");
  EXPECT_EQ(refusal_of([](mapper::Plan& plan) {
              plan.tasks[0].processor = {ProcessorKind::cpu, 0, 0};
              plan.arguments[0].memory = {MemoryKind::rdmem, 0, 0};
            }),
            "init (0): argument 0: StarPU has no RDMEM for CPU 0 of node 0");
}

TEST(StarpuRefusals, OfPlansForMoreThanStarpuHas) {
  const auto started = Runtime::start({STARPU_MAXCPUS + 1, 0}, MAPWRIGHT_STARPU_CACHE);
  ASSERT_FALSE(started);
  EXPECT_EQ(started.error().kind, ErrorKind::machine);
  EXPECT_EQ(started.error().message,
            fmt::format("the plan uses {} CPUs and 0 devices; this StarPU runs at most {} and {}", STARPU_MAXCPUS + 1,
                        STARPU_MAXCPUS, STARPU_MAXOPENCLDEVS));
}

/// What a run says with another kernel for `init`.
std::string failure_with(const mapper::TaskKernel& kernel, const std::string& mapper) {
  const OpenedApplication opened("stencil,n=4,steps=1");
  mapper::KernelTable kernels = opened.application.kernels;
  kernels["init"] = kernel;
  Engine engine(runtime(), opened.application.program, opened.graph, kernels);
  mapper::RegionData data = opened.initial();
  const auto record = engine.run(opened.plan_of(mapper, box()), data);
  return record ? "" : record.error().message;
}

TEST(StarpuRefusals, OfKernels) {
  const std::string cpus = "Task * CPU;";
  const std::string devices = "Task * GPU;";
  EXPECT_EQ(failure_with({}, cpus), "task 'init' has no kernel for CPUs");
  EXPECT_EQ(failure_with({}, devices), "task 'init' has no kernel for GPUs");
  EXPECT_EQ(failure_with({nullptr, mapper::OpenClKernel{"__kernel void init(int", "init", {"1"}}}, devices),
            "the OpenCL kernel of task 'init' does not compile");
  EXPECT_EQ(failure_with({nullptr, mapper::OpenClKernel{"__kernel void other() {}", "init", {"1"}}}, devices),
            "the OpenCL text of task 'init' has no kernel 'init'");
}

} // namespace
} // namespace mapwright::starpu_engine
