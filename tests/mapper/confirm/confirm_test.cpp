// Confirmations with made-up times: nothing here depends on how long anything really takes.
#include "mapper/confirm/confirm.hpp"
#include "mapper/confirm/confirmation_json.hpp"
#include "mapper/examples.hpp"
#include "measure/fake_clock.hpp"
#include "measure/random.hpp"

#include <algorithm>
#include <map>

#include <gmock/gmock.h>

namespace mapwright::mapper {
namespace {

using ::testing::HasSubstr;

/// What a made-up plan does.
struct MadeUpPlan {
  double seconds = 0.1;
  double noise = 0.01;
  int runs_until_it_fails = 1'000'000;
  bool tainted = false;
};

class MadeUpRunner : public RealRunner {
public:
  explicit MadeUpRunner(measure::testing::FakeClock& clock, std::uint64_t seed = 1) : clock_(clock), random_(seed) {}

  Result<RealRun> run(const std::string& plan) override {
    const MadeUpPlan& made = plans.at(plan);
    if (runs[plan]++ >= made.runs_until_it_fails) {
      return fail(ErrorKind::input, plan + " crashed");
    }
    const double unit = static_cast<double>(random_.below(2'000'001)) / 1e6 - 1;
    RealRun ran;
    ran.run.makespan = made.seconds * (1 + made.noise * unit);
    ran.run.work.push_back({"task", ProcessorKind::cpu, {DataLayout{}}, 4, ran.run.makespan});
    ran.run.disturbed = made.tainted;
    ran.taint = made.tainted ? measure::Taint::delayed : measure::Taint::none;
    ran.version = "1.2.3";
    clock_.advance(Seconds(ran.run.makespan));
    return ran;
  }

  std::map<std::string, MadeUpPlan> plans{{"usual", {}}};
  std::map<std::string, int> runs;

private:
  measure::testing::FakeClock& clock_;
  measure::Random random_;
};

class ConfirmTest : public ::testing::Test {
protected:
  /// The default takes 0.1 s; plans "0", "1", ... these.
  Confirmation begin_with(const std::vector<MadeUpPlan>& plans) {
    Confirmation begun;
    begun.engine = "made up";
    begun.usual.plan = "usual";
    begun.usual.predicted = 0.1;
    for (std::size_t i = 0; i < plans.size(); ++i) {
      ConfirmedPlan plan;
      plan.plan = std::to_string(i);
      plan.step = 10 + i;
      begun.plans.push_back(plan);
      runner_.plans[plan.plan] = plans[i];
    }
    return begun;
  }
  Result<Confirmation> go(Confirmation begun) {
    return confirm(std::move(begun), runner_, clock_, rule_, [&](const Confirmation& now) -> Result<void> {
      kept_.push_back(to_json(now));
      return kept_.size() == stop_after_ ? Result<void>(fail(ErrorKind::machine, "stopped")) : Result<void>();
    });
  }

  measure::testing::FakeClock clock_;
  MadeUpRunner runner_{clock_};
  ConfirmRule rule_{.most = Seconds(20)};
  std::vector<nlohmann::json> kept_;
  std::size_t stop_after_ = 0;
};

TEST_F(ConfirmTest, TheFastestIsChosenAndTestedAfresh) {
  const Confirmation made = sure(go(begin_with({{0.09}, {0.08}, {0.095}})));
  ASSERT_EQ(made.handed_out, 1U);
  const ConfirmedPlan& best = made.plans[1];
  EXPECT_EQ(made.verdict(), SpeedVerdict::faster);
  ASSERT_TRUE(best.screened && best.fresh);
  EXPECT_NEAR(best.fresh->ratio, 0.8, 0.02);
  EXPECT_GT(best.fresh->confidence, 0.99) << "one of three tests, with half of the doubt";
  EXPECT_NE(best.fresh->challenger_times, best.screened->challenger_times);
  EXPECT_FALSE(made.plans[0].fresh) << "nothing more was to be found out";
  EXPECT_EQ(made.plans[0].verdict(), SpeedVerdict::unclear);
  EXPECT_NEAR(best.typical->makespan, 0.08, 0.001);
  EXPECT_GT(best.error, 0);
  EXPECT_LT(best.error, 0.01);
  EXPECT_GE(best.runs, static_cast<std::uint64_t>(1 + best.screened->pairs + best.fresh->pairs));
  EXPECT_EQ(made.version, "1.2.3");
  EXPECT_THAT(summary_of(made), HasSubstr("step 11 is handed out, FASTER against the default: 0.8"));
}

TEST_F(ConfirmTest, WhatIsSlowerIsNotHandedOut) {
  const Confirmation made = sure(go(begin_with({{0.13}, {0.08}})));
  EXPECT_EQ(made.handed_out, 1U);
  EXPECT_EQ(made.plans[0].verdict(), SpeedVerdict::slower);
  EXPECT_FALSE(made.plans[0].fresh) << "the common rounds were enough";
}

TEST_F(ConfirmTest, TheDefaultIsHandedOutWhereAllAreSlower) {
  const Confirmation made = sure(go(begin_with({{0.13}})));
  EXPECT_EQ(made.handed_out, std::nullopt);
  EXPECT_EQ(made.verdict(), SpeedVerdict::same);
  EXPECT_EQ(made.plans[0].verdict(), SpeedVerdict::slower);
  EXPECT_FALSE(made.plans[0].screened) << "there was nobody to choose from";
  EXPECT_THAT(summary_of(made), HasSubstr("the default is handed out; step 10 is SLOWER against the default: 1."));
}

TEST_F(ConfirmTest, ThePlanOfTheDefaultIsTheSame) {
  Confirmation begun = begin_with({{0.1}, {0.12}});
  begun.plans[0].plan = "usual";
  begun.plans[0].same_plan = true;
  const Confirmation made = sure(go(begun));
  EXPECT_EQ(made.handed_out, 0U);
  EXPECT_EQ(made.verdict(), SpeedVerdict::same);
  EXPECT_EQ(made.plans[1].verdict(), SpeedVerdict::slower);
}

TEST_F(ConfirmTest, AnotherTakesThePlaceOfWhatDoesNotRun) {
  Confirmation begun = begin_with({{0.05, 0.01, 0}, {0.09}, {0.08}, {0.07}});
  begun.top = 2;
  const Confirmation made = sure(go(begun));
  ASSERT_EQ(made.plans.size(), 3U) << "the fourth was not needed";
  EXPECT_EQ(made.plans[0].flaw, "0 crashed");
  EXPECT_EQ(made.handed_out, 2U);
  EXPECT_EQ(runner_.runs["3"], 0);
}

TEST_F(ConfirmTest, ACrashOnTheWayTakesNobodyWithIt) {
  const Confirmation made = sure(go(begin_with({{0.05, 0.01, 4}, {0.09}})));
  EXPECT_EQ(made.plans[0].flaw, "0 crashed");
  EXPECT_EQ(made.handed_out, 1U);
  EXPECT_EQ(made.plans[1].verdict(), SpeedVerdict::faster);
}

TEST_F(ConfirmTest, WhatIsDisturbedIsNoVerdict) {
  const Confirmation made = sure(go(begin_with({{0.05, 0.01, 1'000'000, true}})));
  EXPECT_EQ(made.plans[0].verdict(), SpeedVerdict::unclear);
  EXPECT_EQ(made.plans[0].fresh->pairs, 0);
  EXPECT_EQ(made.plans[0].disturbed, made.plans[0].runs);
  EXPECT_EQ(made.handed_out, std::nullopt);
}

TEST_F(ConfirmTest, TheDefaultMustRun) {
  Confirmation begun = begin_with({{0.09}});
  runner_.plans["usual"].runs_until_it_fails = 0;
  const auto made = go(begun);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().message, "usual crashed");
}

TEST_F(ConfirmTest, GoesOnWhereItWasStopped) {
  for (std::size_t stop = 1; stop <= 3; ++stop) {
    kept_.clear();
    stop_after_ = stop;
    ASSERT_FALSE(go(begin_with({{0.09}, {0.08}, {0.13}})));
    const auto kept = confirmation_from_json(nlohmann::json::parse(kept_.back().dump()));
    ASSERT_TRUE(kept);
    EXPECT_EQ(to_json(*kept), kept_.back()) << "nothing is lost on the way";
    runner_.runs.clear();
    stop_after_ = 0;
    const Confirmation made = sure(go(*kept));
    EXPECT_EQ(made.handed_out, 1U) << stop;
    EXPECT_EQ(made.plans[1].verdict(), SpeedVerdict::faster) << stop;
    EXPECT_EQ(runner_.runs["2"] == 0, stop >= 2) << "it was found SLOWER before";
    EXPECT_EQ(runner_.runs["1"] == 0, stop >= 3) << "it was tested before";
  }
}

TEST_F(ConfirmTest, WhatIsNoConfirmationIsNone) {
  EXPECT_FALSE(confirmation_from_json({{"id", confirmation_id}}));
  nlohmann::json kept = to_json(Confirmation());
  EXPECT_TRUE(confirmation_from_json(kept));
  kept["handed_out"] = 3;
  EXPECT_FALSE(confirmation_from_json(kept));
  kept = to_json(Confirmation());
  kept["stage"] = "elsewhere";
  EXPECT_FALSE(confirmation_from_json(kept));
  const std::vector<archive::Finding> findings{finding_of(Confirmation()), {"other", {}, {{"id", "other"}}}};
  ASSERT_TRUE(confirmation_among(findings));
  EXPECT_EQ(confirmation_among(findings)->stage, ConfirmStage::tried);
  EXPECT_FALSE(confirmation_among(std::span(findings).subspan(1)));
}

/// Plans that are as fast as the default, three at a time: the best of them must not pass for faster.
TEST(Confirm, ClaimsFewDifferencesBetweenEqualPlans) {
  int claims = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    measure::testing::FakeClock clock;
    MadeUpRunner runner(clock, seed);
    Confirmation begun;
    begun.usual.plan = "usual";
    runner.plans["usual"].noise = 0.2;
    for (const char* name : {"a", "b", "c"}) {
      runner.plans[name] = {0.1, 0.2};
      begun.plans.push_back({.plan = name});
    }
    const Confirmation made = sure(confirm(std::move(begun), runner, clock, {.most = Seconds(16), .seed = seed},
                                           [](const Confirmation&) -> Result<void> { return {}; }));
    claims += std::any_of(made.plans.begin(), made.plans.end(), [](const ConfirmedPlan& plan) {
      return plan.verdict() == SpeedVerdict::faster || plan.verdict() == SpeedVerdict::slower;
    });
  }
  EXPECT_LE(claims, 4) << "about one in twenty is allowed";
}

} // namespace
} // namespace mapwright::mapper
