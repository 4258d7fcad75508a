// What is told of a mapper: errors of the published kinds with edits that work, changes that do what is predicted.
#include "mapper/guidance/scenes.hpp"
#include "mapper/simulate/scene.hpp"

#include <algorithm>
#include <stdexcept>

namespace mapwright::mapper {
namespace {

using testing::HasSubstr;
using testing::Not;

/// What a refused mapper must be told; its edits must make it run.
void expect_repaired(const GuidedScene& scene, const std::string& mapper, const std::string& raw,
                     const std::string& suggest) {
  const Guidance found = scene.guide(mapper);
  EXPECT_EQ(found.outcome, GuidanceOutcome::refused) << mapper;
  EXPECT_THAT(found.text(GuidanceLevel::raw), HasSubstr(raw));
  EXPECT_THAT(found.text(GuidanceLevel::suggest), HasSubstr(suggest));
  ASSERT_TRUE(found.repair.has_value());
  EXPECT_TRUE(found.repair->complete) << found.repair->text;
  EXPECT_TRUE(scene.elaborated(found.repair->text).has_value());
  EXPECT_FALSE(found.explain.empty());
}

/// The gain that the guidance promises of a change whose name holds these words; its text must elaborate.
void expect_gain(const GuidedScene& scene, const Guidance& found, const std::string& words) {
  const auto best = std::find_if(found.counterfactuals.begin(), found.counterfactuals.end(), [&](const auto& made) {
    return made.change.name.find(words) != std::string::npos && made.run.change && *made.run.change < -0.05;
  });
  ASSERT_NE(best, found.counterfactuals.end()) << found.text(GuidanceLevel::suggest);
  EXPECT_TRUE(scene.elaborated(best->change.text).has_value());
  EXPECT_THAT(found.text(GuidanceLevel::suggest), HasSubstr(best->change.name));
}

TEST(Guidance, RepairsAColonInADefinition) {
  const GuidedScene scene("circuit");
  expect_repaired(scene, replaced(scene.text("expert"), "def on_gpus(Task t) {", "def on_gpus(Task t): {"),
                  "unexpected ':'", "delete ':'");
}

TEST(Guidance, DefinesAFunctionThatIsMissing) {
  const GuidedScene scene("circuit");
  expect_repaired(scene, scene.text("expert") + "IndexTaskMap distribute_charge elsewhere_placed;\n",
                  "there is no function 'elsewhere_placed'", "insert a definition of 'elsewhere_placed' above its use");
}

TEST(Guidance, MovesAFunctionAboveItsUse) {
  const GuidedScene scene("circuit");
  expect_repaired(scene, "IndexTaskMap GPU f;\ndef f(Task t) { return Machine(GPU)[0, t.ipoint[0] % 4]; }\n",
                  "used before it is defined", "move the definition of 'f' from line 2 to line 1");
}

TEST(Guidance, DefinesASpaceThatIsMissing) {
  const GuidedScene scene("circuit");
  expect_repaired(scene, "Task * GPU;\ndef f(Task t) { return mgpu[0, t.ipoint[0] % 4]; }\nIndexTaskMap GPU f;\n",
                  "'mgpu' is not defined", "insert `mgpu = Machine(GPU);`");
}

TEST(Guidance, NamesTheLayoutThatAStencilNeeds) {
  const GuidedScene scene("stencil");
  expect_repaired(scene, "Layout * * * AOS C_order;\n", "is not what the variant", "instead of");
}

TEST(Guidance, NamesTheLayoutThatAProductNeeds) {
  const GuidedScene scene("cannon");
  expect_repaired(scene, "Task * GPU, CPU;\nLayout * * * SOA F_order;\n", "is not what the variant", "instead of");
}

TEST(Guidance, BringsIndicesIntoTheirSpace) {
  const GuidedScene scene("circuit,pieces=8");
  expect_repaired(scene, "Task * GPU;\ndef f(Task t) { return Machine(GPU)[0, t.ipoint[0]]; }\nIndexTaskMap GPU f;\n",
                  "outside [0, 4)", "%");
}

TEST(Guidance, SaysThatALimitCostsTime) {
  const GuidedScene scene("circuit,pieces=8");
  const Guidance found = scene.guide(scene.text("default") + "InstanceLimit calculate_new_currents 1;\n");
  EXPECT_EQ(found.outcome, GuidanceOutcome::done);
  expect_gain(scene, found, "without line");
}

TEST(Guidance, MovesTasksToFasterProcessors) {
  const GuidedScene scene("circuit");
  const Guidance found = scene.guide("Task * CPU;\n");
  EXPECT_THAT(found.text(GuidanceLevel::raw), HasSubstr("makespan"));
  expect_gain(scene, found, " to GPU");
}

TEST(Guidance, MovesDataThatOverlapTogether) {
  const GuidedScene scene("circuit");
  const Guidance found = scene.guide(scene.text("default"));
  ASSERT_FALSE(found.counterfactuals.empty());
  const Counterfactual& best = found.counterfactuals.front(); // either alone costs copies between them
  EXPECT_EQ(best.change.name, "rp_shared, rp_ghost to ZCMEM");
  EXPECT_EQ(best.change.statement, "Region * rp_shared GPU ZCMEM;\nRegion * rp_ghost GPU ZCMEM;");
  EXPECT_LT(best.run.change.value(), -0.3);
  EXPECT_LT(best.bytes_change.value(), -0.8);
}

TEST(Guidance, SpreadsTasksOverProcessors) {
  const GuidedScene scene("cannon");
  const Guidance found = scene.guide("Task * GPU, CPU;\ndef one(Task t) { return Machine(GPU)[0, 0]; }\n"
                                     "IndexTaskMap GPU one;\n");
  EXPECT_THAT(found.text(GuidanceLevel::raw), HasSubstr("GFLOP/s"));
  expect_gain(scene, found, " in ");
}

TEST(Guidance, MovesDataThatDoNotFit) {
  const Machine small = round_machine(1, 50);
  const Scene two({{"W"}, {"W", {}, {}, "s"}}); // 100 bytes each
  const Guidance found = guidance({"Task * GPU;\n", "m"}, {two.program, two.graph, small});
  EXPECT_EQ(found.outcome, GuidanceOutcome::refused);
  EXPECT_THAT(found.text(GuidanceLevel::raw), HasSubstr("FBMEM"));
  EXPECT_THAT(found.text(GuidanceLevel::suggest), HasSubstr("insert `Region t r GPU ZCMEM;`"));
  EXPECT_TRUE(found.repair->complete) << found.repair->text;
}

TEST(Guidance, TellsOfChangesThatDoNotFit) {
  const Machine small = round_machine(1, 1'000'000, 1000);
  const Program program = stencil_program(4, 100, 1, 2);
  const TaskGraph graph = sure(expand(program));
  const Guidance found = guidance({"Task * GPU;\n", "m"}, {program, graph, small});
  EXPECT_EQ(found.outcome, GuidanceOutcome::done);
  EXPECT_THAT(found.text(GuidanceLevel::suggest), HasSubstr("tile to ZCMEM: does not fit: "));
}

TEST(Guidance, PredictsWhatAFullSimulationGives) {
  for (const char* const app : {"circuit,pieces=8", "cannon"}) {
    const GuidedScene scene(app);
    const std::string& mapper = scene.text("expert");
    const Guidance found = scene.guide(mapper);
    const double before = scene.run(mapper).makespan;
    EXPECT_EQ(found.makespan, before);
    std::size_t runs = 0;
    double last = 0;
    for (const Counterfactual& made : found.counterfactuals) {
      if (made.run.outcome != TrialRun::Outcome::done) {
        EXPECT_FALSE(made.run.reason.empty()) << made.change.name;
        continue;
      }
      const Simulation run = scene.run(made.change.text);
      EXPECT_EQ(run.makespan, made.run.makespan) << made.change.name;
      EXPECT_EQ(bytes_copied(run), made.bytes) << made.change.name;
      EXPECT_DOUBLE_EQ(*made.run.change, run.makespan / before - 1) << made.change.name;
      EXPECT_GE(made.run.makespan, last);
      last = made.run.makespan;
      ++runs;
    }
    EXPECT_GT(runs, 10U);
    EXPECT_LE(runs, found.simulations);
  }
}

TEST(Guidance, MakesStatementsWinOverMoreSpecificOnes) {
  const GuidedScene scene("circuit");
  const Guidance found = scene.guide(
      "Region calculate_new_currents rp_ghost GPU ZCMEM;\nRegion * rp_ghost GPU ZCMEM;\n" + scene.text("default"));
  const auto change = std::find_if(found.counterfactuals.begin(), found.counterfactuals.end(),
                                   [](const Counterfactual& made) { return made.change.name == "rp_ghost to FBMEM"; });
  ASSERT_NE(change, found.counterfactuals.end());
  EXPECT_THAT(change->change.statement, HasSubstr("Region calculate_new_currents rp_ghost GPU FBMEM;"));
  EXPECT_EQ(sure(scene.elaborated(change->change.text)).plan, sure(scene.elaborated(scene.text("default"))).plan);
}

TEST(Guidance, KeepsItsLimits) {
  const GuidedScene scene("circuit");
  GuidanceOptions few;
  few.most_simulations = 3;
  const Guidance found = scene.guide(scene.text("expert"), few);
  EXPECT_EQ(found.simulations, 3U);
  EXPECT_GT(found.untried, 0U);
  for (const std::size_t lines : {std::size_t{1}, std::size_t{5}, std::size_t{12}}) {
    const std::string text = found.text(GuidanceLevel::suggest, lines);
    EXPECT_LE(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')), lines);
    EXPECT_THAT(text, HasSubstr("more lines"));
  }
  EXPECT_EQ(found.text(GuidanceLevel::suggest), scene.guide(scene.text("expert"), few).text(GuidanceLevel::suggest));
}

TEST(Guidance, WorksOutNoMoreThanAsked) {
  const GuidedScene scene("circuit");
  GuidanceOptions raw;
  raw.level = GuidanceLevel::raw;
  const Guidance found = scene.guide(scene.text("expert"), raw);
  EXPECT_TRUE(found.explain.empty());
  EXPECT_EQ(found.simulations, 0U);
  EXPECT_THAT(scene.guide(scene.text("expert")).text(GuidanceLevel::raw), Not(HasSubstr("why")));
}

TEST(Guidance, InASearchItsSimulationsAreCountedAndLimited) {
  const GuidedScene scene("circuit");
  SideSimulations side(scene.scene(), 5);
  const language::SourceText expert{scene.text("expert"), "m"};
  const Guidance first = guidance(expert, scene.scene(), {}, side);
  EXPECT_EQ(first.simulations, 5U);
  EXPECT_EQ(side.used(), 5U);
  EXPECT_GT(first.untried, 0U);
  const Guidance second = guidance(expert, scene.scene(), {}, side);
  EXPECT_EQ(side.used(), 5U);
  EXPECT_EQ(second.makespan, first.makespan);
  EXPECT_EQ(second.explain, first.explain);
  EXPECT_THAT(second.suggest, testing::ElementsAre(testing::StartsWith("no simulation is left: ")));
  EXPECT_THROW(side.charge(1), std::logic_error);
}

TEST(Guidance, ARefusalNeedsNoSimulation) {
  const GuidedScene scene("circuit");
  SideSimulations nothing_left(scene.scene(), 0);
  const language::SourceText wrong{"Task * GPUS;\n", "m"};
  const Guidance found = guidance(wrong, scene.scene(), {}, nothing_left);
  EXPECT_THAT(found.suggest, testing::Contains("line 1: write 'GPU' instead of 'GPUS'"));
  const auto refusal = guidance_of_refusal(wrong, scene.scene(), GuidanceLevel::suggest);
  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->text(GuidanceLevel::suggest), found.text(GuidanceLevel::suggest));
  EXPECT_THAT(guidance_of_refusal(wrong, scene.scene(), GuidanceLevel::explain)->suggest, testing::IsEmpty());
  EXPECT_FALSE(guidance_of_refusal({"Task * GPU;\n", "m"}, scene.scene(), GuidanceLevel::suggest));
}

TEST(Guidance, NamesWhatTheCriticalPathIsAbout) {
  const GuidedScene scene("circuit");
  const Guidance found = scene.guide(scene.text("expert"));
  EXPECT_THAT(found.on_path, testing::IsSupersetOf({"init_pieces", "calculate_new_currents", "distribute_charge"}));
  EXPECT_EQ(found.on_path.front(), "init_pieces") << "the longest part first";
}

TEST(GuidanceLevels, HaveNames) {
  for (const GuidanceLevel level : all_guidance_levels) {
    EXPECT_EQ(guidance_level_named(to_string(level)), level);
  }
  EXPECT_EQ(guidance_level_named("loud"), std::nullopt);
}

TEST(Guidance, ReadsAsItDid) {
  for (const char* const app : {"circuit", "cannon"}) {
    const GuidedScene scene(app);
    expect_golden(std::string("guidance_") + app + ".txt",
                  scene.guide(scene.text("expert")).text(GuidanceLevel::suggest));
  }
}

} // namespace
} // namespace mapwright::mapper
