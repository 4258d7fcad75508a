// The values of a version's tunables.
#include "kernel/scientist/tuning_search.hpp"
#include "kernel/tune/tune_case.hpp"

#include <set>

namespace mapwright::kernel::scientist {
namespace {

class TuningSearch : public ::testing::Test {
protected:
  KernelCandidate candidate = tunable_kernel("constraints = [\"A*B <= 16\"]\n[tunables]\n"
                                             "A = {values = [1, 2, 4, 8], default = 2}\n"
                                             "B = {values = [1, 2, 4, 8], default = 4}\n");
  std::set<Tuning> asked;
  CostFunction cost = [this](const Tuning& tuning) -> Result<std::optional<double>> {
    EXPECT_TRUE(asked.insert(tuning).second) << "the same twice";
    return tuning.at("A") == 1 ? std::nullopt
                               : std::optional(1.0 / static_cast<double>(tuning.at("A") + 10 * tuning.at("B")));
  };
  measure::Random random{1};
};

TEST_F(TuningSearch, ValuesOfTheBaseAreKeptWhereTheyFit) {
  EXPECT_EQ(inherited(candidate, {}), (Tuning{{"A", 2}, {"B", 4}}));
  EXPECT_EQ(inherited(candidate, {{"A", 4}, {"C", 9}}), (Tuning{{"A", 4}, {"B", 4}}));
  EXPECT_EQ(inherited(candidate, {{"A", 3}}), (Tuning{{"A", 2}, {"B", 4}}));           // no value of A
  EXPECT_EQ(inherited(candidate, {{"A", 8}, {"B", 8}}), (Tuning{{"A", 2}, {"B", 4}})); // not allowed
}

TEST_F(TuningSearch, NothingIsTimedWithoutAChoice) {
  const Tuning both{{"A", 4}, {"B", 4}};
  const auto chosen = search_tuning(candidate, both, both, 6, cost, random);
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->tuning, both);
  EXPECT_EQ(chosen->timed, 0U);
  EXPECT_TRUE(asked.empty());
}

TEST_F(TuningSearch, SettledTunablesKeepTheirValues) {
  const Tuning base{{"A", 2}};
  const auto chosen = search_tuning(candidate, base, inherited(candidate, base), 6, cost, random);
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->tuning, (Tuning{{"A", 2}, {"B", 8}}));
  EXPECT_EQ(chosen->timed, 4U);
  for (const Tuning& tuning : asked) {
    EXPECT_EQ(tuning.at("A"), 2);
  }
}

TEST_F(TuningSearch, TimesNoMoreThanItMayAndNeverGetsWorse) {
  const Tuning base{{"A", 2}, {"B", 4}};
  for (const std::size_t most : {2U, 3U, 5U}) {
    asked.clear();
    const auto chosen = search_tuning(candidate, {}, base, most, cost, random);
    ASSERT_TRUE(chosen);
    EXPECT_EQ(chosen->timed, most);
    EXPECT_EQ(asked.size(), most);
    EXPECT_GE(10 * chosen->tuning.at("B") + chosen->tuning.at("A"), 42);
  }
}

TEST_F(TuningSearch, ErrorsOfTheMachineEndIt) {
  const CostFunction broken = [](const Tuning&) -> Result<std::optional<double>> {
    return fail(ErrorKind::machine, "no compiler");
  };
  EXPECT_EQ(search_tuning(candidate, {}, preset(candidate), 6, broken, random).error().message, "no compiler");
}

} // namespace
} // namespace mapwright::kernel::scientist
