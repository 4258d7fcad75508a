// What is kept for the end of a run, and what the end consists of.
#include "kernel/scientist/ending.hpp"

#include <gmock/gmock.h>

namespace mapwright::kernel::scientist {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

Version version_of(std::uint64_t step, const std::string& source, double score,
                   SpeedVerdict verdict = SpeedVerdict::same) {
  Version version;
  version.step = step;
  version.source = source;
  version.valid = true;
  version.score = score;
  version.measured = Measurement{.ratio_interval = {0.9, 1.2}, .verdict = verdict};
  version.measured->shapes = {{"n=8", Seconds(1)}};
  return version;
}

std::string lines(const std::string& first, const std::string& second, const std::string& third) {
  const std::string between = "x();\ny();\nz();\nu();\nv();\n";
  return first + "\n" + between + second + "\n" + between + third + "\n";
}

class EndingTest : public ::testing::Test {
protected:
  Version start_ = version_of(0, lines("a", "b", "c"), 1);
  Version champion_ = version_of(5, lines("A", "B", "C"), 0.5);
  Version middle_ = version_of(3, lines("A", "b", "c"), 0.7);
};

/// Does the minimise steps as if `verdict` were measured of each source; the number of steps.
template <class Verdict> std::uint64_t minimise_all(Ending& ending, const Verdict& verdict) {
  std::uint64_t step = 6;
  for (auto next = ending.next(100); next && std::holds_alternative<MinimiseStep>(*next); next = ending.next(100)) {
    const std::string& source = std::get<MinimiseStep>(*next).source;
    EXPECT_EQ(std::get<MinimiseStep>(*next).champion.step, 5U);
    ending.observe_minimised(version_of(step++, source, 0.5, verdict(source)));
    if (step > 20) {
      ADD_FAILURE() << "it does not end";
      break;
    }
  }
  return step - 6;
}

TEST_F(EndingTest, FindsTheChangeThatIsEnoughAndConfirmsIt) {
  Ending ending({start_, champion_}, {.minimise = 12, .confirm = 3}, "the budget");
  minimise_all(ending, [](const std::string& source) {
    return source.find('B') != std::string::npos ? SpeedVerdict::same : SpeedVerdict::slower;
  });
  const auto confirm = ending.next(100);
  ASSERT_TRUE(confirm);
  EXPECT_EQ(std::get<ConfirmStep>(*confirm).version.source, lines("a", "B", "c"));
  ending.observe_confirmed(false);
  EXPECT_EQ(std::get<ConfirmStep>(*ending.next(100)).version.step, 5U);
  ending.observe_confirmed(false);
  EXPECT_FALSE(ending.next(100));
}

TEST_F(EndingTest, AnExperimentThatIsNotNeededIsTakenBackWhole) {
  // Step 3 writes A, step 4 writes B and shows no gain, step 5 writes C: without B it is as good, and no line less is.
  Version useless = version_of(4, lines("A", "B", "c"), 0.69, SpeedVerdict::unclear);
  useless.measured->ratio = 0.99;
  middle_.measured->ratio = 0.7;
  champion_.measured->ratio = 0.7;
  Ending ending({start_, middle_, useless, champion_}, {.minimise = 12, .confirm = 3}, "the budget");
  const auto first = ending.next(100);
  ASSERT_TRUE(first);
  EXPECT_EQ(std::get<MinimiseStep>(*first).source, lines("A", "b", "C")) << "the least gain is taken back first";
  const std::uint64_t tried = minimise_all(ending, [](const std::string& source) {
    const bool needed = source.find('A') != std::string::npos && source.find('C') != std::string::npos;
    return needed ? SpeedVerdict::same : SpeedVerdict::slower;
  });
  EXPECT_EQ(tried, 2U) << "without step 4, without step 3; the rest is known";
  const std::vector<std::string> expected{lines("A", "b", "C"), champion_.source, useless.source};
  for (const std::string& source : expected) {
    const auto confirm = ending.next(100);
    ASSERT_TRUE(confirm);
    EXPECT_EQ(std::get<ConfirmStep>(*confirm).version.source, source);
    ending.observe_confirmed(false);
  }
  EXPECT_FALSE(ending.next(100));
}

TEST_F(EndingTest, WhatWasNeverShownToPayGoesUnlessTakingItBackLoses) {
  middle_.measured->verdict = champion_.measured->verdict = SpeedVerdict::faster;
  const auto confirmed = [&](SpeedVerdict of_step, SpeedVerdict of_rest) {
    Version step = version_of(4, lines("A", "B", "c"), 0.69, of_step);
    step.measured->ratio = 0.9;
    Ending ending({start_, middle_, step, champion_}, {.minimise = 1, .confirm = 1}, "");
    const auto first = ending.next(100);
    EXPECT_TRUE(first);
    EXPECT_EQ(std::get<MinimiseStep>(*first).source, lines("A", "b", "C"));
    EXPECT_EQ(std::get<MinimiseStep>(*first).without, 4U);
    ending.observe_minimised(version_of(6, std::get<MinimiseStep>(*first).source, 0.5, of_rest));
    return std::get<ConfirmStep>(*ending.next(100)).version.step;
  };
  EXPECT_EQ(confirmed(SpeedVerdict::unclear, SpeedVerdict::unclear), 6U);
  EXPECT_EQ(confirmed(SpeedVerdict::unclear, SpeedVerdict::same), 6U);
  EXPECT_EQ(confirmed(SpeedVerdict::unclear, SpeedVerdict::slower), 5U);
}

TEST_F(EndingTest, ValuesAreTriedWithoutTheCodeTheyWereFoundWith) {
  const std::string head = "/*mapwright\n[tunables]\nTS = {values = [1, 4], default = 1}\n*/\n";
  start_.source = head + start_.source;
  start_.measured->tuning = {{"TS", 1}};
  champion_.source = head + lines("A", "b", "c");
  champion_.measured->tuning = {{"TS", 4}};
  champion_.measured->verdict = SpeedVerdict::faster;
  for (const SpeedVerdict verdict : {SpeedVerdict::same, SpeedVerdict::unclear}) {
    Ending ending({start_, champion_}, {.minimise = 12, .confirm = 1}, "");
    const auto first = ending.next(100);
    ASSERT_TRUE(first);
    const auto* tried = std::get_if<MinimiseStep>(&*first);
    ASSERT_NE(tried, nullptr);
    EXPECT_EQ(tried->without, 5U);
    EXPECT_THAT(tried->source, AllOf(HasSubstr("default = 4"), HasSubstr(lines("a", "b", "c"))));
    ending.observe_minimised(version_of(6, tried->source, 0.5, verdict));
    const bool enough = verdict == SpeedVerdict::same; // its change was shown to pay: no doubt is enough
    EXPECT_EQ(std::get<ConfirmStep>(*ending.next(100)).version.step, enough ? 6U : 5U);
  }
  champion_.measured->tuning = {{"TS", 1}};
  const Ending ending({start_, champion_}, {.minimise = 12, .confirm = 1}, "");
  EXPECT_TRUE(std::holds_alternative<ConfirmStep>(*ending.next(100))) << "the start was raced with these values";
}

TEST_F(EndingTest, NothingIsConfirmedForTheSakeOfAChangeThatWasNotFoundFaster) {
  Version undecided = version_of(4, lines("A", "B", "c"), 0.7, SpeedVerdict::unclear);
  Ending ending({start_, middle_, undecided, champion_}, {.minimise = 0, .confirm = 3}, "");
  for (const std::uint64_t step : {5U, 3U}) {
    EXPECT_EQ(std::get<ConfirmStep>(*ending.next(100)).version.step, step);
    ending.observe_confirmed(false);
  }
  EXPECT_FALSE(ending.next(100)) << "version 4 is worth no more than version 3";
}

TEST_F(EndingTest, ChangesOfTheSameLinesAreNotTakenBackBySteps) {
  // Step 5 rewrote what step 3 wrote, so only step 5 can be taken back, and then lines.
  champion_.source = lines("AA", "B", "c");
  Ending ending({start_, middle_, champion_}, {.minimise = 12, .confirm = 1}, "");
  std::vector<std::string> tried;
  minimise_all(ending, [&](const std::string& source) {
    tried.push_back(source);
    return SpeedVerdict::slower;
  });
  EXPECT_EQ(tried, (std::vector<std::string>{lines("a", "B", "c"), lines("AA", "b", "c")}));
}

TEST_F(EndingTest, WhatRepeatsAnotherVersionIsNoProgress) {
  Ending ending({start_, champion_}, {.minimise = 2, .confirm = 1}, "");
  ending.observe_minimised(std::nullopt);
  ending.observe_minimised(std::nullopt);
  const auto next = ending.next(100);
  ASSERT_TRUE(next);
  EXPECT_EQ(std::get<ConfirmStep>(*next).version.step, 5U);
}

TEST_F(EndingTest, KeepsTheLastEvaluationsForConfirmations) {
  const Ending ending({start_, champion_}, {.minimise = 12, .confirm = 3}, "");
  EXPECT_TRUE(std::holds_alternative<MinimiseStep>(*ending.next(4)));
  EXPECT_TRUE(std::holds_alternative<ConfirmStep>(*ending.next(3)));
  EXPECT_FALSE(ending.next(0));
}

TEST_F(EndingTest, NothingIsConfirmedWithoutAnythingBetter) {
  const Ending ending({start_}, {}, "");
  EXPECT_FALSE(ending.next(100));
}

TEST(IsAsGood, NeedsAnIntervalThatShowsIt) {
  EXPECT_TRUE(is_as_good(version_of(1, "", 1, SpeedVerdict::same)));
  EXPECT_TRUE(is_as_good(version_of(1, "", 1, SpeedVerdict::faster)));
  EXPECT_FALSE(is_as_good(version_of(1, "", 1, SpeedVerdict::slower)));
  Version open = version_of(1, "", 1, SpeedVerdict::unclear);
  EXPECT_FALSE(is_as_good(open));
  open.measured->ratio_interval = {0.97, 1.04};
  EXPECT_TRUE(is_as_good(open));
  open.valid = false;
  EXPECT_FALSE(is_as_good(open));
}

TEST(IsDispensable, WhatPaidNeedsProofAndWhatDidNotNeedsNone) {
  const Version paid = version_of(1, "", 1, SpeedVerdict::faster);
  const Version undecided = version_of(1, "", 1, SpeedVerdict::unclear);
  Version open = version_of(2, "", 1, SpeedVerdict::unclear); // between 10 % faster and 20 % slower
  EXPECT_FALSE(is_dispensable(paid, open));
  EXPECT_TRUE(is_dispensable(undecided, open));
  open.measured->ratio = 1.06;
  EXPECT_FALSE(is_dispensable(undecided, open));
  open.measured->ratio = 1;
  open.measured->ratio_interval = {0, 0};
  EXPECT_FALSE(is_dispensable(undecided, open)) << "it was not timed";
  EXPECT_FALSE(is_dispensable(undecided, version_of(2, "", 1, SpeedVerdict::slower)));
  EXPECT_TRUE(is_dispensable(paid, version_of(2, "", 1, SpeedVerdict::same)));
  EXPECT_FALSE(is_dispensable(undecided, Version()));
}

archive::Step used_step(std::uint64_t number, std::uint64_t evaluations, double committed = 0) {
  archive::Step step;
  step.number = number;
  step.used.evaluations = evaluations;
  step.committed = Seconds(committed);
  return step;
}

TEST(KernelAllowance, KeepsAPartForTheEnd) {
  Allowance allowance;
  EXPECT_FALSE(allowance.used_up({}));
  EXPECT_EQ(allowance.experiments(), UINT64_MAX);
  allowance.set_limits({.evaluations = 100});
  EXPECT_EQ(allowance.experiments(), 85U);
  allowance.observe(used_step(0, 80));
  allowance.reserve(1, {.evaluations = 4});
  EXPECT_EQ(allowance.experiments(), 1U);
  EXPECT_EQ(allowance.all(), 16U);
  allowance.reserve(2, {.evaluations = 1});
  EXPECT_EQ(allowance.used_up({}), "the budget of 100 evaluations");
  allowance.observe(used_step(1, 1));
  allowance.observe(used_step(2, 1));
  EXPECT_EQ(allowance.experiments(), 3U);
}

TEST(KernelAllowance, SmallRunsConfirmOnce) {
  EXPECT_EQ(ending_effort(8).minimise, 1U);
  EXPECT_EQ(ending_effort(8).confirm, 1U);
  EXPECT_EQ(ending_effort(1000).minimise, 12U);
  EXPECT_EQ(ending_effort(std::nullopt).confirm, 3U);
}

TEST(KernelAllowance, SmallRunsTuneLess) {
  EXPECT_EQ(usual_tuning(8), 1U);
  EXPECT_EQ(usual_tuning(20), 2U);
  EXPECT_EQ(usual_tuning(59), 5U);
  EXPECT_EQ(usual_tuning(1000), 6U);
  EXPECT_EQ(usual_tuning(std::nullopt), 6U);
}

TEST(KernelAllowance, MindsTimeAndTokens) {
  Allowance allowance;
  allowance.set_limits({.seconds = 100, .tokens = 1000});
  allowance.observe(used_step(0, 1, 79));
  EXPECT_FALSE(allowance.used_up({.tokens = 900}));
  EXPECT_THAT(*allowance.used_up({.tokens = 901}), HasSubstr("1000 tokens"));
  allowance.observe(used_step(1, 1, 81));
  EXPECT_EQ(allowance.used_up({}), "the budget of 100 seconds");
}

} // namespace
} // namespace mapwright::kernel::scientist
