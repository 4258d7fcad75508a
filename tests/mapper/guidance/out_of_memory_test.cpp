// What is told of a mapper that runs out of memory: which task, data and memory, what would fit, edits that make it
// run.
#include "mapper/guidance/guidance.hpp"
#include "mapper/simulate/scene.hpp"

#include <gmock/gmock.h>

namespace mapwright::mapper {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;

/// A program and a machine, and what becomes of mappers there.
struct TightScene {
  TightScene(Program made, Machine on)
      : program(std::move(made)), graph(sure(expand(program))), machine(std::move(on)) {}

  [[nodiscard]] Guidance guide(const std::string& mapper, const GuidanceOptions& options = {}) const {
    return guidance({mapper, "m"}, {program, graph, machine}, options);
  }
  [[nodiscard]] Simulation run(const std::string& mapper) const {
    return sure(Simulator(program, graph, machine).run(sure(elaborate({mapper, "m"}, program, graph, machine)).plan));
  }

  Program program;
  TaskGraph graph;
  Machine machine;
};

constexpr const char* all_in_fbmem = "Task * GPU;\nRegion * * GPU FBMEM;\n";

constexpr std::uint64_t tight_bytes = 3'250; ///< of each GPU: enough for what remains at the end of a run, no more

/// A stencil whose GPUs have so many bytes each.
TightScene stencil_within(std::uint64_t device_bytes, std::int64_t halo = 2) {
  return {stencil_program(8, 100, halo, 3), round_machine(1, device_bytes)};
}

/// What must be told of a run that stopped; whether it did.
bool expect_mended(const TightScene& scene, const std::string& about) {
  const Guidance found = scene.guide(all_in_fbmem);
  if (found.outcome != GuidanceOutcome::out_of_memory) {
    return false;
  }
  EXPECT_EQ(found.raw.size(), 1U);
  EXPECT_THAT(found.raw.front(),
              MatchesRegex("out of memory: (first|sweep|swap) .* on GPU . of node 0 needs .* more in FBMEM . of node 0 "
                           "for argument '.*' \\((tile|ghost) .* of grid\\), where .* are free"))
      << about;
  EXPECT_THAT(found.explain.front(), AllOf(HasSubstr("memory: it holds grid "), HasSubstr("sees too, has "))) << about;
  const std::string told = found.text(GuidanceLevel::suggest);
  if (!found.repair || !found.repair->complete) {
    ADD_FAILURE() << about << "\n" << told;
    return true;
  }
  EXPECT_EQ(scene.run(found.repair->text).status, SimulationStatus::done) << found.repair->text;
  EXPECT_THAT(told, HasSubstr(found.repair->steps.front().edit)) << about;
  for (const Counterfactual& made : found.counterfactuals) {
    if (made.run.outcome == TrialRun::Outcome::done) {
      EXPECT_EQ(scene.run(made.change.text).makespan, made.run.makespan) << made.change.name;
    }
  }
  return true;
}

TEST(GuidanceOutOfMemory, EverySizeThatIsTooSmallIsExplainedAndMended) {
  for (const std::int64_t halo : {2, 40}) {
    std::size_t stopped = 0;
    for (std::uint64_t bytes = 3'100; bytes < 5'000; bytes += halo == 2 ? 20 : 150) {
      stopped += expect_mended(stencil_within(bytes, halo), fmt::format("halo {}, {} B", halo, bytes)) ? 1U : 0U;
    }
    EXPECT_GT(stopped, 1U) << "otherwise nothing was tested";
  }
}

TEST(GuidanceOutOfMemory, SaysMoreAtEachLevel) {
  const TightScene scene = stencil_within(tight_bytes);
  GuidanceOptions options;
  options.level = GuidanceLevel::raw;
  const Guidance raw = scene.guide(all_in_fbmem, options);
  EXPECT_EQ(raw.outcome, GuidanceOutcome::out_of_memory);
  EXPECT_THAT(raw.explain, IsEmpty());
  options.level = GuidanceLevel::explain;
  const Guidance explained = scene.guide(all_in_fbmem, options);
  EXPECT_EQ(explained.raw, raw.raw);
  EXPECT_THAT(explained.suggest, IsEmpty());
  EXPECT_EQ(explained.simulations, 0U);
  expect_golden("guidance_out_of_memory.txt", scene.guide(all_in_fbmem).text(GuidanceLevel::suggest, 60));
}

TEST(GuidanceOutOfMemory, KeepsTheLimitOfSimulations) {
  const TightScene scene = stencil_within(tight_bytes);
  for (const std::uint64_t most : {0U, 1U, 2U, 20U}) {
    GuidanceOptions options;
    options.most_simulations = most;
    const Guidance found = scene.guide(all_in_fbmem, options);
    EXPECT_LE(found.simulations, most);
    EXPECT_THAT(found.explain.front(), HasSubstr("sees too, has ")) << "what would fit needs none";
  }
}

TEST(GuidanceOutOfMemory, KeepsFewerCopiesWhereNoOtherMemoryHasTheRoom) {
  const TightScene scene{stencil_program(8, 100, 2, 3), round_machine(1, tight_bytes, 20)};
  const Guidance found = scene.guide(all_in_fbmem);
  ASSERT_EQ(found.outcome, GuidanceOutcome::out_of_memory);
  EXPECT_THAT(found.explain.front(), HasSubstr("no other memory that the processor sees has the room"));
  ASSERT_TRUE(found.repair && found.repair->complete);
  EXPECT_THAT(found.repair->steps.back().edit, AnyOf(HasSubstr("CollectMemory"), HasSubstr("InstanceLimit")));
  EXPECT_EQ(scene.run(found.repair->text).status, SimulationStatus::done);
}

} // namespace
} // namespace mapwright::mapper
