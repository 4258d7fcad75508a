// A search run to its limit, with costs that are known already, and on recorded costs alone.
#include "kernel/tune/tune.hpp"
#include "kernel/tune/tune_case.hpp"

#include <limits>

namespace mapwright::kernel {
namespace {

class TuneTest : public ::testing::Test {
protected:
  /// B = 3 is invalid.
  static Result<std::optional<double>> cost(const Tuning& tuning) {
    return tuning.at("B") == 3 ? std::nullopt
                               : std::optional(static_cast<double>(10 - tuning.at("A") * tuning.at("B")));
  }

  Result<Tuned> tuned(const std::string& strategy, const CostFunction& function, std::size_t evaluations,
                      const KnownCosts& known = {}) const {
    measure::Random random(5);
    return tune(space, **make_searcher(strategy, space), function, evaluations, random, known);
  }

  TuningSpace space = *TuningSpace::of(tunable_kernel("[tunables]\nA = [1, 2, 3]\nB = [1, 2, 3]\n"));
};

TEST_F(TuneTest, StopsAtTheLimit) {
  const auto result = tuned("exhaustive", cost, 4);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->evaluations, 4U);
  ASSERT_EQ(result->trials.size(), 4U);
  EXPECT_EQ(result->trials[1].cost, 8.0);
  EXPECT_EQ(result->trials[2].cost, std::nullopt);
  ASSERT_TRUE(result->best);
  EXPECT_EQ(result->best->configuration, 1U);
}

TEST_F(TuneTest, WhatIsKnownIsNotEvaluated) {
  int calls = 0;
  const auto counting = [&](const Tuning& tuning) {
    ++calls;
    return cost(tuning);
  };
  const auto result = tuned("random", counting, 100, {{0, 0.5}, {4, std::nullopt}});
  ASSERT_TRUE(result);
  EXPECT_EQ(calls, 7);
  EXPECT_EQ(result->evaluations, 7U);
  EXPECT_EQ(result->trials.size(), 9U);
  EXPECT_EQ(result->best->configuration, 0U);
}

TEST_F(TuneTest, ACostThatIsNoFiniteNumberIsInvalid) {
  const auto result = tuned(
      "exhaustive", [](const Tuning&) { return std::numeric_limits<double>::quiet_NaN(); }, 9);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->trials.size(), 9U);
  EXPECT_FALSE(result->best);
}

TEST_F(TuneTest, AnErrorOfTheCostEndsTheSearch) {
  const auto broken = [](const Tuning&) -> Result<std::optional<double>> { return fail(ErrorKind::machine, "gone"); };
  const auto result = tuned("random", broken, 9);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "gone");
}

TEST_F(TuneTest, SimulationIsTheSameSearch) {
  const auto full = tuned("exhaustive", cost, 9);
  ASSERT_TRUE(full);
  const KnownCosts recorded = costs_of(full->trials);
  for (const std::string& name : strategy_names()) {
    const auto real = tuned(name, cost, 6);
    measure::Random random(5);
    const auto simulated = simulate(space, **make_searcher(name, space), recorded, 6, random);
    ASSERT_TRUE(real && simulated) << name;
    EXPECT_EQ(simulated->evaluations, 6U);
    ASSERT_EQ(real->trials.size(), simulated->trials.size());
    for (std::size_t i = 0; i < real->trials.size(); ++i) {
      EXPECT_EQ(real->trials[i].configuration, simulated->trials[i].configuration) << name;
      EXPECT_EQ(real->trials[i].cost, simulated->trials[i].cost) << name;
    }
  }
}

TEST_F(TuneTest, SimulationNamesWhatWasNotRecorded) {
  measure::Random random(5);
  const auto result = simulate(space, **make_searcher("exhaustive", space), {{0, 1.0}}, 9, random);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "the record has no result for -DA=1 -DB=2");
}

} // namespace
} // namespace mapwright::kernel
