// What the built-in designer proposes, and what it learns from.
#include "kernel/scientist/experience.hpp"
#include "kernel/scientist/options.hpp"
#include "scientist_case.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::kernel::scientist {
namespace {

using test::Scene;
using test::version_of;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

Answer<Design> design(const Scene& scene, const RoleTools& tools = test::toy_tools(), std::uint64_t seed = 1,
                      const std::string& name = "built-in", std::uint64_t base = 0, std::uint64_t reference = 0) {
  test::QuietSteps steps;
  auto context = steps.context(seed);
  return (*make_designer(name, tools))->design(scene.situation(), {base, reference, "a test"}, context);
}

RoleTools learning(const Learning& parts) {
  RoleTools tools = test::toy_tools();
  tools.learning = parts;
  return tools;
}

std::vector<std::string> names_of(const Design& made) {
  std::vector<std::string> names;
  for (const ExperimentPlan& plan : made.plans) {
    names.push_back(plan.name);
  }
  return names;
}

constexpr Learning nothing_learnt{false, false, false, false, false};

TEST(BuiltInDesigner, WithoutLearningItFollowsTheCatalogue) {
  const auto made = design(Scene(), learning(nothing_learnt));
  ASSERT_TRUE(made);
  EXPECT_THAT(names_of(*made), ElementsAre("simd", "tile", "index-map", "fast-math", "schedule"));
  EXPECT_THAT(made->avenues, SizeIs(6));
  EXPECT_EQ(made->avenues[0].title, "simd: the loop over i");
  EXPECT_THAT(made->chosen, ElementsAre(2, 0, 1)); // index-map is newest, simd promises most, tile least of the others
  const ExperimentPlan& first = made->plans[0];
  EXPECT_EQ(first.kind, AvenueKind::compute);
  EXPECT_EQ(first.site, "the loop over i");
  EXPECT_THAT(first.rubric, ElementsAre("`mark_2();` is added"));
  EXPECT_NEAR(first.gain.low, 1.2, 1e-9);
  EXPECT_NEAR(first.gain.high, 4, 1e-9);
}

TEST(BuiltInDesigner, TheSameStepDesignsTheSame) {
  const Scene scene;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    EXPECT_EQ(to_json(*design(scene, test::toy_tools(), seed)), to_json(*design(scene, test::toy_tools(), seed)));
  }
}

TEST(BuiltInDesigner, WhatWasMadeOnThisBaseIsNotMadeAgain) {
  Scene scene;
  scene.add(version_of(1, scene.versions[0], "simd", {0.99}));
  EXPECT_THAT(names_of(*design(scene)), Not(Contains("simd")));
  EXPECT_THAT(names_of(*design(scene, learning(nothing_learnt), 1, "built-in", 1)), Contains("simd"));
}

TEST(BuiltInDesigner, KnownProgramsAreNotProposedUnlessNoveltyIsOff) {
  Scene scene;
  scene.add(version_of(1, scene.versions[0], "by hand", {0.5})).source = scene.versions[0].source + " mark_2() ;";
  EXPECT_THAT(names_of(*design(scene)), Not(Contains("simd")));
  EXPECT_THAT(names_of(*design(scene, learning(nothing_learnt))), Contains("simd"));
}

TEST(BuiltInDesigner, SaysWhenNothingIsLeft) {
  Scene scene;
  std::uint64_t step = 0;
  for (const Experiment& experiment : test::toy_catalogue()) {
    scene.add(version_of(++step, scene.versions[0], experiment.name, {0.99}));
  }
  for (const char* name : {"built-in", "random"}) {
    const auto none = design(scene, test::toy_tools(), 1, name);
    ASSERT_FALSE(none);
    EXPECT_FALSE(none.error().unavailable);
    EXPECT_EQ(none.error().why, "nothing new to try on version 0: of 6 experiments that apply none is left");
  }
}

TEST(BuiltInDesigner, TellsASourceItCannotParseFromAMachineWithoutAParser) {
  RoleTools tools = test::toy_tools();
  tools.examine = [](const std::string&) { return Examination{{}, {}, "line 1: expected ';'"}; };
  EXPECT_EQ(design(Scene(), tools).error().why, "version 0 could not be parsed: line 1: expected ';'");
  EXPECT_FALSE(design(Scene(), tools).error().unavailable);
  tools.examine = [](const std::string&) -> Result<Examination> {
    return fail(ErrorKind::machine, "libclang is missing", "install libclang1-14");
  };
  ASSERT_TRUE(design(Scene(), tools).error().unavailable);
  EXPECT_EQ(design(Scene(), tools).error().unavailable->message, "libclang is missing");
}

/// How often an experiment is the first plan.
std::map<std::string, int> first_plans(const Scene& scene, const RoleTools& tools, std::uint64_t base) {
  std::map<std::string, int> counts;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    ++counts[design(scene, tools, seed, "built-in", base)->plans[0].name];
  }
  return counts;
}

TEST(BuiltInDesigner, WhatPaidElsewhereIsTriedFirstAndWhatDidNotLater) {
  Scene scene;
  scene.add(version_of(1, scene.versions[0], "by hand", {0.9}));
  for (std::uint64_t step = 2; step < 8; ++step) {
    scene.add(version_of(step, scene.versions[0], "schedule", {0.2}, AvenueKind::parallelism));
    scene.add(version_of(step + 10, scene.versions[0], "simd", {1.0}, AvenueKind::compute));
  }
  auto counts = first_plans(scene, test::toy_tools(), 1);
  EXPECT_GT(counts["schedule"], 50);
  EXPECT_EQ(counts["simd"], 0);
  EXPECT_EQ(first_plans(scene, learning(nothing_learnt), 1)["simd"], 60);
}

TEST(BuiltInDesigner, TheLedgerMovesKindsUpAndDown) {
  Scene scene;
  for (std::uint64_t step = 0; step < 40; ++step) {
    Prediction prediction{step, "built-in", "other", AvenueKind::compute, {2, 2}};
    prediction.gain = 0.5;
    scene.ledger.add(prediction, SpeedVerdict::slower);
    prediction.kind = AvenueKind::memory;
    prediction.gain = 2;
    scene.ledger.add(prediction, SpeedVerdict::faster);
  }
  Learning ledger_alone = nothing_learnt;
  ledger_alone.ledger = true;
  EXPECT_THAT(names_of(*design(scene, learning(ledger_alone))),
              ElementsAre("tile", "index-map", "fast-math", "schedule", "simd"));
}

TEST(BuiltInDesigner, FindingsAreCitedAndCount) {
  Scene scene;
  Findings elsewhere("twice", Backend::cpp, "a machine");
  elsewhere.learn(version_of(1, scene.versions[0], "schedule", {0.1}, AvenueKind::parallelism));
  scene.findings.bring_in(elsewhere.all());
  Learning findings_alone = nothing_learnt;
  findings_alone.findings = true;
  const auto made = design(scene, learning(findings_alone));
  EXPECT_EQ(made->plans[0].name, "schedule");
  EXPECT_THAT(made->plans[0].cites, ElementsAre("F1"));
  EXPECT_GT(made->plans[0].gain.high, 1.5);
  EXPECT_THAT(design(scene, learning(nothing_learnt))->plans[4].cites, SizeIs(0));
}

TEST(BuiltInDesigner, NothingIsPromisedBeyondTheFloor) {
  Scene scene;
  scene.versions[0].measured = test::measurement({1});
  scene.versions[0].measured->headroom = 1.3;
  for (const ExperimentPlan& plan : design(scene)->plans) {
    EXPECT_LE(plan.gain.high, 1.3) << plan.name;
    EXPECT_LE(plan.gain.low, plan.gain.high) << plan.name;
  }
}

TEST(BuiltInDesigner, UnusedMeansComeFirst) {
  std::vector<Experiment> alike = test::toy_catalogue();
  for (Experiment& experiment : alike) {
    experiment.gain = {1, 2};
  }
  Learning behaviour_alone = nothing_learnt;
  behaviour_alone.behaviour = true;
  RoleTools tools = learning(behaviour_alone);
  tools.catalogue = &alike;
  Scene scene;
  const auto first = [&](const Behaviour& used) {
    scene.versions[0].behaviour = used;
    return design(scene, tools)->plans[0].name;
  };
  EXPECT_EQ(first({0, 3, 3}), "tile");
  EXPECT_EQ(first({3, 0, 3}), "unroll");
  EXPECT_EQ(first({3, 3, 0}), "schedule");
}

TEST(RandomDesigner, MakesAnyExperimentsInAnyOrder) {
  std::map<std::string, int> chosen;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto made = design(Scene(), test::toy_tools(), seed, "random");
    ASSERT_THAT(made->chosen, ElementsAre(0, 1, 2));
    ++chosen[made->plans[0].name];
  }
  EXPECT_THAT(chosen, SizeIs(6));
}

TEST(Expectation, TakesTheMiddleBetweenCatalogueAndExperience) {
  Scene scene;
  const Option option{{"tile", "the loop over i", "", {}}, AvenueKind::memory, "", {1, 4}, 50};
  const Expectation before = expect(option, scene.situation(), 0, {});
  EXPECT_NEAR(before.gain.low, 1, 1e-9);
  EXPECT_NEAR(before.gain.high, 4, 1e-9);
  EXPECT_EQ(before.tried, 0U);
  for (std::uint64_t step = 1; step <= 8; ++step) {
    scene.add(version_of(step, scene.versions[0], "tile", {0.5}));
  }
  scene.add(test::failed_version(9, scene.versions[0], "tile"));
  const Expectation after = expect(option, scene.situation(), 8, {});
  EXPECT_EQ(after.tried, 9U);
  EXPECT_GT(after.gain.low, 1.5);
  EXPECT_LT(after.gain.high, 2.6);
  EXPECT_LT(after.deviation, before.deviation);
  EXPECT_EQ(after.evidence, "It was faster in 8 of 9 experiments of this run.");
}

TEST(Expectation, WhatWasNeverJudgedSaysNothing) {
  Scene scene;
  scene.add(test::failed_version(1, scene.versions[0], "tile")).source.clear();
  scene.add(test::failed_version(2, scene.versions[0], "tile")).status = "repeated";
  Version& disturbed = scene.add(version_of(3, scene.versions[0], "tile", {1}));
  disturbed.measured->ratio = 0;
  disturbed.measured->ratio_interval = {0, 0};
  const Option option{{"tile", "a loop", "", {}}, AvenueKind::memory, "", {1, 4}, 50};
  EXPECT_EQ(expect(option, scene.situation(), 0, {}).tried, 0U);
}

TEST(Expectation, FailuresOnTheWayToThisBaseCount) {
  Scene scene;
  scene.add(version_of(1, scene.versions[0], "simd", {0.5}));
  const Option option{{"tile", "the loop over i in line 7", "", {}}, AvenueKind::memory, "", {1, 4}, 50};
  scene.add(version_of(2, scene.versions[0], "tile", {1})).plan->site = "the loop over i in line 3"; // lines move
  const double here = expect(option, scene.situation(), 1, {}).value;
  scene.versions[2].plan->site = "another loop";
  EXPECT_LT(here, 0.6 * expect(option, scene.situation(), 1, {}).value);
}

} // namespace
} // namespace mapwright::kernel::scientist
