// Random programs under random plans leave what the tasks one after another leave, to the last bit.
#include "mapper/engine/shared_contributions.hpp"
#include "mapper/random_programs.hpp"
#include "starpu_engine/engine_scene.hpp"
#include "starpu_engine/random_kernels.hpp"

#include <rapidcheck/gtest.h>

namespace mapwright::starpu_engine {
namespace {

using mapper::any_of_range;

/// Processors and memories of the box, any layouts, some limits and collections.
mapper::Plan random_box_plan(const mapper::Program& program, const mapper::TaskGraph& graph) {
  mapper::Plan plan = blank_plan(program, graph);
  for (std::uint32_t slot = 0; slot < graph.slots.size(); ++slot) {
    const bool gpu = any_of_range(0, 3) > 0;
    const auto index = gpu ? static_cast<std::uint32_t>(any_of_range(0, 2)) : 0;
    plan.tasks[slot] = {{gpu ? mapper::ProcessorKind::gpu : mapper::ProcessorKind::cpu, 0, index}, any_of_range(0, 3)};
    for (std::size_t i = 0; i < program.launches[graph.slots[slot].launch].arguments.size(); ++i) {
      mapper::ArgumentDecision& decision = plan.arguments[graph.slots[slot].first_argument + i];
      const bool own = any_of_range(0, 3) > 0;
      decision.memory = !own  ? mapper::MemoryName{mapper::MemoryKind::zcmem, 0, 0}
                        : gpu ? mapper::MemoryName{mapper::MemoryKind::fbmem, 0, index}
                              : mapper::MemoryName{mapper::MemoryKind::sysmem, 0, 0};
      decision.layout.fields = any_of_range(0, 3) == 0 ? mapper::FieldOrder::aos : mapper::FieldOrder::soa;
      decision.layout.dimensions =
          any_of_range(0, 3) == 0 ? mapper::DimensionOrder::c_order : mapper::DimensionOrder::f_order;
      decision.collect = any_of_range(0, 3) == 0;
    }
  }
  for (std::size_t kind = 0; kind < program.kinds.size(); ++kind) {
    plan.limits[kind] = any_of_range(0, 3) == 0 ? static_cast<std::uint32_t>(any_of_range(1, 3)) : 0;
  }
  return plan;
}

void check_random_program() {
  mapper::Program program = mapper::random_program();
  const mapper::KernelTable kernels = equip(program);
  const mapper::TaskGraph graph = sure(mapper::expand(program));
  RC_PRE(refuse_shared_contributions(program, graph).has_value());
  mapper::RegionData expected = numbered_data(program);
  RC_ASSERT(run_sequentially(program, graph, kernels, expected).has_value());
  Engine engine(runtime(), program, graph, kernels);
  for (int plans = 0; plans < 3; ++plans) {
    const mapper::Plan plan = random_box_plan(program, graph);
    sure(workers_for(program, graph, plan));
    mapper::RegionData got = numbered_data(program);
    sure(engine.run(plan, got));
    for (std::uint32_t r = 0; r < program.regions.size(); ++r) {
      for (std::size_t f = 0; f < program.regions[r].fields.size(); ++f) {
        if (!std::ranges::equal(got.bytes(r, f), expected.bytes(r, f))) {
          RC_FAIL(fmt::format("{} of {}: other values with\n{}", program.regions[r].fields[f].name,
                              program.regions[r].name, canonical_text(program, graph, plan)));
        }
      }
    }
  }
}

TEST(StarPuRandomSlow, RunsLeaveWhatTheTasksOneAfterAnotherLeave) {
  rc::detail::TestParams params = rc::detail::configuration().testParams;
  params.maxSuccess = std::min(params.maxSuccess, 8); // a second each: OpenCL kernels are compiled
  const rc::detail::TestResult result =
      rc::detail::checkTestable([] { check_random_program(); }, rc::detail::TestMetadata{}, params);
  EXPECT_TRUE(result.is<rc::detail::SuccessResult>()) << result;
}

} // namespace
} // namespace mapwright::starpu_engine
