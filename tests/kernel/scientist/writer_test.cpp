// What the built-in writer makes: catalogue experiments, tuning, crossover.
#include "kernel/scientist/options.hpp"
#include "scientist_case.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::kernel::scientist {
namespace {

using test::Scene;
using test::version_of;
using ::testing::HasSubstr;
using ::testing::Not;

Answer<Written> write(const Scene& scene, const ExperimentPlan& plan, const Selection& selection = {0, 0, ""}) {
  test::QuietSteps steps;
  auto context = steps.context();
  return (*make_writer("built-in", test::toy_tools()))->write(scene.situation(), selection, plan, context);
}

ExperimentPlan named(const std::string& name, const std::string& site = "") {
  ExperimentPlan plan;
  plan.name = name;
  plan.site = site;
  return plan;
}

TEST(BuiltInWriter, CarriesOutWhatTheDesignerPlanned) {
  const Scene scene;
  const auto written = write(scene, named("simd", "the loop over i"));
  ASSERT_TRUE(written);
  EXPECT_EQ(written->source, scene.versions[0].source + "mark_2();\n");
  EXPECT_EQ(written->account, "simd: the loop over i");
  EXPECT_EQ(write(scene, named("simd"))->source, written->source);
}

TEST(BuiltInWriter, SaysWhatItCannotDo) {
  const Scene scene;
  EXPECT_THAT(write(scene, named("simd", "the loop over j")).error().why,
              HasSubstr("cannot carry out 'simd' at the loop over j on version 0"));
  EXPECT_FALSE(write(scene, named("a new idea")));
  EXPECT_THAT(write(scene, named("simd"), {9, 9, ""}).error().why, HasSubstr("there is no version 9"));
}

const std::string source_with_tunables =
    "/*mapwright\n[tunables] # to be found\nT = [4, 8] # old T = [1]\nLONG_T = {values = [\n"
    "  1, 2, 3], default = 2}\n*/\n" +
    test::twice("c[i] = a[i] + a[i]; /* T = [9] */");

TEST(WiderTunables, GoBeyondTheEndsAndBeginWhereItWasBest) {
  const Task task = test::double_task();
  const auto wider = with_wider_tunables(task, Backend::cpp, source_with_tunables, {{"T", 8}, {"LONG_T", 1}});
  ASSERT_TRUE(wider);
  EXPECT_THAT(*wider, HasSubstr("\nT = {values = [4, 8, 16], default = 8} # old T = [1]\n"));
  EXPECT_THAT(*wider, HasSubstr("\nLONG_T = {values = [1, 2, 3], default = 1}\n"));
  EXPECT_THAT(*wider, HasSubstr("/* T = [9] */"));
  const auto candidate = parse_candidate(task, Backend::cpp, *wider, "k.cpp");
  ASSERT_TRUE(candidate);
  EXPECT_EQ(candidate->tunables[0].preset, 8);
}

TEST(WiderTunables, LeaveAloneWhatIsInTheMiddleAlready) {
  const Task task = test::double_task();
  EXPECT_FALSE(with_wider_tunables(task, Backend::cpp, test::twice(), {}));
  const std::string settled = "/*mapwright\n[tunables]\nT = {values = [2, 4, 8], default = 4}\n*/\n" + test::twice();
  EXPECT_FALSE(with_wider_tunables(task, Backend::cpp, settled, {{"T", 4}}));
  EXPECT_FALSE(with_wider_tunables(task, Backend::cpp, "/*mapwright\nbroken", {}));
}

TEST(WiderTunables, NeverBreakAConstraint) {
  const std::string source = "/*mapwright\nconstraints = [\"T*U <= 64\"]\n[tunables]\nT = [8, 4]\nU = [8, 4]\n*/\n";
  const auto wider = with_wider_tunables(test::double_task(), Backend::cpp, source, {{"T", 8}, {"U", 8}});
  ASSERT_TRUE(wider);
  EXPECT_TRUE(parse_candidate(test::double_task(), Backend::cpp, *wider, "k.cpp"));
  EXPECT_FALSE(with_wider_tunables(test::double_task(), Backend::cpp, source, {{"T", 8}, {"U", 16}}));
}

TEST(Tuning, IsAnOptionOfSourcesWithTunables) {
  Scene scene;
  scene.versions[0].source = source_with_tunables;
  const auto options = options_for(scene.situation(), {0, 0, ""}, test::toy_examine, test::toy_catalogue());
  ASSERT_TRUE(options);
  EXPECT_EQ(options->back().variant.experiment, tuning_name);
  EXPECT_EQ(options->back().kind, AvenueKind::tuning);
  EXPECT_EQ(write(scene, named(tuning_name))->source, options->back().variant.source);
}

/// Two versions of one start, each with another line changed.
Scene two_ways() {
  Scene scene;
  scene.add(version_of(1, scene.versions[0], "simd", {0.5})).source = "// simd\n" + test::twice();
  scene.add(version_of(2, scene.versions[0], "tile", {0.8})).source = test::twice("c[i] = a[i] * 2;");
  return scene;
}

TEST(Crossover, BringsTheChangesOfBothTogether) {
  const Scene scene = two_ways();
  const auto written = write(scene, named(crossover_name), {1, 2, ""});
  ASSERT_TRUE(written) << written.error().why;
  EXPECT_EQ(written->source, "// simd\n" + test::twice("c[i] = a[i] * 2;"));
  const auto options = options_for(scene.situation(), {1, 2, ""}, test::toy_examine, test::toy_catalogue());
  const Option& crossover = options->back();
  EXPECT_EQ(crossover.variant.experiment, crossover_name);
  EXPECT_EQ(crossover.variant.site, "version 2");
  EXPECT_NEAR(crossover.gain.high, 1.25, 1e-9);
  EXPECT_THAT(crossover.hypothesis, HasSubstr("gained 1.25x since version 0"));
}

TEST(Crossover, IsNoneWithAnAncestorOrWhereBothChangedTheSame) {
  Scene scene = two_ways();
  EXPECT_FALSE(crossed(scene.versions, 1, 0));
  EXPECT_FALSE(crossed(scene.versions, 1, 1));
  scene.versions[1].source = test::twice("c[i] = 2 * a[i];");
  EXPECT_FALSE(crossed(scene.versions, 1, 2));
  const auto options = options_for(scene.situation(), {1, 2, ""}, test::toy_examine, test::toy_catalogue());
  EXPECT_NE(options->back().variant.experiment, crossover_name);
}

TEST(Remembering, ExaminesASourceOnceAndErrorsAgain) {
  int examined = 0;
  const Examine examine = remembering([&](const std::string& source) -> Result<Examination> {
    ++examined;
    return source.empty() ? Result<Examination>(fail(ErrorKind::machine, "no")) : test::toy_examine(source);
  });
  EXPECT_EQ(examine("a")->variants.size(), examine("a")->variants.size());
  EXPECT_EQ(examined, 1);
  EXPECT_FALSE(examine(""));
  EXPECT_FALSE(examine(""));
  EXPECT_EQ(examined, 3);
}

} // namespace
} // namespace mapwright::kernel::scientist
