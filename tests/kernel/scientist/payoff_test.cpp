// What came of asking those in the roles: rewards, blame, who learns from which step.
#include "kernel/scientist/generation.hpp"
#include "kernel/scientist/learner.hpp"
#include "kernel/scientist/payoff.hpp"

#include <gtest/gtest.h>

namespace mapwright::kernel::scientist {
namespace {

TEST(Payoff, WhatIsSavedIsTheReward) {
  EXPECT_DOUBLE_EQ(reward_of(SpeedVerdict::faster, 0.25), 0.75);
  EXPECT_EQ(reward_of(SpeedVerdict::unclear, 0.25), 0);
  EXPECT_EQ(reward_of(SpeedVerdict::slower, 2), 0);
}

TEST(Payoff, AFailureSaysWhoseItWas) {
  const std::string why = blame(Role::writer, "model:qwen:8b", "no code: nothing");
  EXPECT_EQ(why, "the writer model:qwen:8b: no code: nothing");
  EXPECT_EQ(who_is_blamed(Role::writer, why), "model:qwen:8b");
  EXPECT_EQ(who_is_blamed(Role::designer, why), "");
  EXPECT_EQ(who_is_blamed(Role::writer, "it repeats version 0"), "");
  EXPECT_EQ(who_is_blamed(Role::writer, "the writer is out"), "");
}

TEST(Payoff, StandingsAreByRoleAndName) {
  Payoffs payoffs;
  payoffs.add(Role::writer, "b", 0.5, 100);
  payoffs.add(Role::writer, "a", 0, 10);
  payoffs.add(Role::writer, "b", 0, 50);
  payoffs.add(Role::selector, "b", 0.5, 7);
  const auto standings = payoffs.standings();
  ASSERT_EQ(standings.size(), 3U);
  EXPECT_EQ(standings[0].role, Role::selector);
  EXPECT_EQ(standings[1].who, "b");
  EXPECT_EQ(standings[1].experiments, 2U);
  EXPECT_EQ(standings[1].paid, 1U);
  EXPECT_DOUBLE_EQ(standings[1].reward, 0.25);
  EXPECT_EQ(standings[1].tokens, 150);
  EXPECT_EQ(standings[2].who, "a");
}

/// Observes the steps of a small run.
class LearnerPayoffs : public ::testing::Test {
protected:
  void observe(archive::Step step) {
    step.number = next_++;
    population_.add(step);
    learner_.observe(step, population_);
  }

  void design(const std::string& selector, const std::string& designer, std::uint64_t tokens) {
    Design design;
    for (std::size_t i = 0; i < plan_count; ++i) {
      design.plans.push_back({"plan", AvenueKind::memory, "do", {"`x`"}, {1, 2}, 10, ""});
    }
    for (std::size_t i = 0; i < avenue_count; ++i) {
      design.avenues.push_back({"avenue", AvenueKind::memory, "why not"});
    }
    design.chosen = {0, 1};
    nlohmann::json content = to_json(design);
    content["selector"] = selector;
    content["designer"] = designer;
    archive::Step step{.proposer = design_proposer};
    step.candidate = archive::Candidate{"d", design_form, content.dump(), nullptr};
    step.used.tokens = tokens;
    design_ = next_;
    observe(std::move(step));
  }

  archive::Step experiment(std::uint64_t tokens) const {
    archive::Step step{.proposer = experiment_proposer};
    step.parents = {{0, base_role}, {0, reference_role}, {design_, design_role}};
    step.used.tokens = tokens;
    return step;
  }

  void written(const std::string& author, double ratio, SpeedVerdict verdict) {
    archive::Step step = experiment(30);
    const nlohmann::json plan = to_json(ExperimentPlan{"plan", AvenueKind::memory, "do", {}, {1, 2}, 10, ""});
    step.candidate = archive::Candidate{std::to_string(next_), "kernel-cpp", "x", {{"author", author}, {"plan", plan}}};
    const Measurement measured{.ratio = ratio, .ratio_interval = {ratio, ratio}, .verdict = verdict};
    step.verdict = archive::Verdict{"valid", true, {{"measured", to_json(measured)}}};
    step.score = ratio;
    observe(std::move(step));
  }

  void not_written(const std::string& failure) {
    archive::Step step = experiment(20);
    step.failure = failure;
    observe(std::move(step));
  }

  [[nodiscard]] const Payoffs& payoffs() const { return learner_.ledger().payoffs(); }

  Population population_;
  Learner learner_{"f", Backend::cpp, "here", {}};
  std::uint64_t next_ = 0;
  std::uint64_t design_ = 0;
};

TEST_F(LearnerPayoffs, AnExperimentPaysForAllThreeRoles) {
  design("built-in", "model:a", 100);
  written("model:b", 0.5, SpeedVerdict::faster);
  written("model:c", 0.9, SpeedVerdict::unclear);
  ASSERT_EQ(payoffs().of(Role::writer).size(), 2U);
  EXPECT_EQ(payoffs().of(Role::writer)[0].model, "model:b");
  EXPECT_EQ(payoffs().of(Role::writer)[0].reward, 0.5);
  EXPECT_EQ(payoffs().of(Role::writer)[0].cost, 30);
  EXPECT_EQ(payoffs().of(Role::writer)[1].reward, 0);
  ASSERT_EQ(payoffs().of(Role::designer).size(), 2U);
  EXPECT_EQ(payoffs().of(Role::designer)[0].model, "model:a");
  EXPECT_EQ(payoffs().of(Role::designer)[0].reward, 0.5);
  EXPECT_EQ(payoffs().of(Role::designer)[0].cost, 50) << "two experiments share what the design took";
  EXPECT_EQ(payoffs().of(Role::selector)[1].model, "built-in");
}

TEST_F(LearnerPayoffs, WhoFailsIsAloneToBlame) {
  design("model:a", "model:a", 100);
  not_written(blame(Role::writer, "model:b", "no code"));
  not_written("it repeats version 0");
  ASSERT_EQ(payoffs().of(Role::writer).size(), 1U);
  EXPECT_EQ(payoffs().of(Role::writer)[0].reward, 0);
  EXPECT_TRUE(payoffs().of(Role::designer).empty());
  archive::Step failed{.proposer = design_proposer, .failure = blame(Role::designer, "model:c", "no plans")};
  failed.used.tokens = 9;
  observe(failed);
  ASSERT_EQ(payoffs().of(Role::designer).size(), 1U);
  EXPECT_EQ(payoffs().of(Role::designer)[0].model, "model:c");
  EXPECT_EQ(payoffs().of(Role::designer)[0].cost, 9);
}

} // namespace
} // namespace mapwright::kernel::scientist
