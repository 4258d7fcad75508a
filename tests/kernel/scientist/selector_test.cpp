// Which version is changed next, and which is looked at besides.
#include "kernel/scientist/lineage.hpp"
#include "scientist_case.hpp"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::kernel::scientist {
namespace {

using test::Scene;
using test::version_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

std::unique_ptr<Selector> selector(const std::string& name = "built-in", const Learning& learning = {}) {
  RoleTools tools = test::toy_tools();
  tools.learning = learning;
  return std::move(*make_selector(name, tools));
}

/// Start, then 1 (0.5, 0.5), 2 (0.9, 0.2) and 3, made of 1 (0.25 on the first shape, nothing on the second).
Scene crossing_scene() {
  Scene scene;
  scene.add(version_of(1, scene.versions[0], "tile", {0.5, 0.5})).behaviour = {2, 0, 1};
  scene.add(version_of(2, scene.versions[0], "simd", {0.9, 0.2})).behaviour = {0, 3, 1};
  scene.add(version_of(3, scene.versions[1], "unroll", {0.5, 1.0})).behaviour = {2, 1, 1};
  scene.add(test::failed_version(4, scene.versions[1], "simd"));
  return scene;
}

TEST(Lineage, RatiosAreProductsOfWhatWasShown) {
  const Scene scene = crossing_scene();
  const auto all = ranked(scene.versions);
  ASSERT_EQ(all.size(), 4U);
  EXPECT_TRUE(all[0].ratios.empty());
  EXPECT_DOUBLE_EQ(ratio_on(all[3], "n=64"), 0.25);
  EXPECT_DOUBLE_EQ(ratio_on(all[3], "n=4096"), 0.5); // 1.0 shows nothing
  EXPECT_EQ(all[3].island, "tile");
  EXPECT_EQ(all[2].island, "simd");
  EXPECT_THAT(front_of(all), ElementsAre(2, 3));
  EXPECT_THAT(ancestry(scene.versions, 3), ElementsAre(3, 1, 0));
  EXPECT_EQ(common_ancestor(scene.versions, 3, 2), 0U);
  EXPECT_EQ(common_ancestor(scene.versions, 3, 1), 1U);
  EXPECT_EQ(common_ancestor(scene.versions, 3, 77), std::nullopt);
}

TEST(Lineage, WhatWasNotTimedShowsNothing) {
  Scene scene;
  Version& disturbed = scene.add(version_of(1, scene.versions[0], "tile", {1}));
  disturbed.measured->shapes[0].ratio = 0;
  disturbed.measured->shapes[0].ratio_interval = {0, 0};
  EXPECT_EQ(ratio_on(ranked(scene.versions)[1], "n=64"), 1);
}

TEST(BuiltInSelector, TakesTheBestAndWhoIsBetterWhereThatIsWeakest) {
  test::QuietSteps steps;
  const Scene scene = crossing_scene();
  auto context = steps.context();
  const auto selection = selector()->select(scene.situation(), context);
  ASSERT_TRUE(selection);
  EXPECT_EQ(selection->base, 3U);
  EXPECT_EQ(selection->reference, 2U);
  EXPECT_EQ(selection->rationale,
            "Version 3 takes 0.354 of the start's time, the least of 4. Version 2 is 2.50x faster than it at n=4096.");
}

TEST(BuiltInSelector, WithoutAWeakShapeTheReferenceIsTheMostDifferent) {
  test::QuietSteps steps;
  Scene scene;
  scene.add(version_of(1, scene.versions[0], "tile", {0.5, 0.5})).behaviour = {3, 3, 3};
  scene.add(version_of(2, scene.versions[0], "simd", {0.6, 0.6})).behaviour = {3, 3, 2};
  auto context = steps.context();
  EXPECT_EQ(selector()->select(scene.situation(), context)->reference, 0U);
  EXPECT_EQ(selector("built-in", {.behaviour = false})->select(scene.situation(), context)->reference, 2U);
}

TEST(BuiltInSelector, AloneTheStartIsItsOwnReference) {
  test::QuietSteps steps;
  const Scene scene;
  auto context = steps.context();
  const auto selection = selector()->select(scene.situation(), context);
  EXPECT_EQ(selection->base, 0U);
  EXPECT_EQ(selection->reference, 0U);
  EXPECT_THAT(selection->rationale, HasSubstr("no other version"));
}

std::set<std::uint64_t> bases_drawn(const Scene& scene, int draws, const Learning& learning = {}) {
  test::QuietSteps steps;
  std::set<std::uint64_t> bases;
  for (int seed = 0; seed < draws; ++seed) {
    auto context = steps.context(static_cast<std::uint64_t>(seed));
    bases.insert(selector("built-in", learning)->select(scene.situation(), context)->base);
  }
  return bases;
}

TEST(BuiltInSelector, StagnationOpensTheChoice) {
  Scene scene = crossing_scene();
  EXPECT_THAT(bases_drawn(scene, 60), UnorderedElementsAre(3));
  scene.stagnation = 3;
  EXPECT_THAT(bases_drawn(scene, 60), ::testing::IsSupersetOf({2U, 3U}));
}

TEST(BuiltInSelector, TheSameStepChoosesTheSame) {
  Scene scene = crossing_scene();
  scene.stagnation = 5;
  test::QuietSteps steps;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    auto first = steps.context(seed);
    auto second = steps.context(seed);
    EXPECT_EQ(selector()->select(scene.situation(), first)->base, selector()->select(scene.situation(), second)->base);
  }
}

TEST(BuiltInSelector, ExhaustedBasesAreNotChosen) {
  Scene scene = crossing_scene();
  scene.exhausted = {3};
  EXPECT_THAT(bases_drawn(scene, 10), UnorderedElementsAre(2));
  scene.exhausted = {0, 1, 2, 3};
  test::QuietSteps steps;
  for (const char* name : {"built-in", "random"}) {
    auto context = steps.context();
    const auto none = selector(name)->select(scene.situation(), context);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().why, "nothing is left to try on any of the 4 measured versions");
    EXPECT_FALSE(none.error().unavailable);
  }
}

TEST(RandomSelector, DrawsEveryMeasuredVersion) {
  test::QuietSteps steps;
  const Scene scene = crossing_scene();
  std::set<std::uint64_t> bases;
  std::set<std::uint64_t> references;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    auto context = steps.context(seed);
    const auto selection = selector("random")->select(scene.situation(), context);
    bases.insert(selection->base);
    references.insert(selection->reference);
  }
  EXPECT_THAT(bases, UnorderedElementsAre(0, 1, 2, 3));
  EXPECT_THAT(references, UnorderedElementsAre(0, 1, 2, 3));
}

} // namespace
} // namespace mapwright::kernel::scientist
