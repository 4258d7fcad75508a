// What the engine refuses, and what it says.
#include "starpu_engine/engine_scene.hpp"

#include <gtest/gtest.h>
#include <starpu.h>

namespace mapwright::starpu_engine {
namespace {

TEST(StarPuRefusals, OfPlansForMoreThanStarpuHas) {
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

TEST(StarPuRefusals, OfKernels) {
  EXPECT_EQ(failure_with({nullptr, mapper::OpenClKernel{"__kernel void init(int", "init", {"1"}}}, "Task * GPU;"),
            "the OpenCL kernel of task 'init' does not compile");
  EXPECT_EQ(failure_with({nullptr, mapper::OpenClKernel{"__kernel void other() {}", "init", {"1"}}}, "Task * GPU;"),
            "the OpenCL text of task 'init' has no kernel 'init'");
}

} // namespace
} // namespace mapwright::starpu_engine
