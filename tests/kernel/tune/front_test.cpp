// Searching for several objectives: the front, how evaluations are shared out, what is known already.
#include "kernel/tune/front.hpp"
#include "kernel/tune/tune_case.hpp"

#include <cmath>
#include <limits>
#include <set>

namespace mapwright::kernel {
namespace {

TEST(FrontOfTest, HoldsWhatNoOtherBeatsInEverything) {
  const std::vector<ScoredTrial> trials = {{7, Scores{3, 1}}, {1, Scores{2, 2}}, {2, std::nullopt}, {3, Scores{2, 3}},
                                           {4, Scores{1, 9}}, {5, Scores{2, 2}}, {6, Scores{3, 3}}};
  EXPECT_EQ(front_of(trials), (std::vector<std::size_t>{4, 1, 0}));
  EXPECT_TRUE(front_of(std::vector<ScoredTrial>{{0, std::nullopt}}).empty());
}

TEST(FrontOfTest, OfOneObjectiveIsTheBest) {
  const std::vector<ScoredTrial> trials = {{0, Scores{3}}, {1, Scores{2}}, {2, Scores{2}}};
  EXPECT_EQ(front_of(trials), std::vector<std::size_t>{1});
}

TEST(DominatesTest, NeedsOneBetterAndNoneWorse) {
  EXPECT_TRUE(dominates({1, 2}, {1, 3}));
  EXPECT_FALSE(dominates({1, 2}, {1, 2}));
  EXPECT_FALSE(dominates({1, 4}, {2, 3}));
}

/// More threads: less time, more energy. CLOCK = 1 wastes both, BROKEN is invalid.
Result<std::optional<Scores>> scores_of(const Tuning& tuning) {
  if (tuning.at("BROKEN") != 0) {
    return std::nullopt;
  }
  const auto threads = static_cast<double>(tuning.at("THREADS"));
  const double waste = 1 + static_cast<double>(tuning.at("CLOCK"));
  return Scores{waste * (1 + 16 / threads), waste * (4 + threads)};
}

struct FrontSpace {
  TuningSpace space = *TuningSpace::of(
      tunable_kernel("[tunables]\nTHREADS = [1, 2, 4, 8, 16]\nCLOCK = [0, 1, 2, 3]\nBROKEN = [0, 1]\n"));
};

class TuneFrontTest : public ::testing::TestWithParam<std::string>, protected FrontSpace {};
class FrontSpaceTest : public ::testing::Test, protected FrontSpace {};

TEST_P(TuneFrontTest, FindsTheWholeFrontInTheEnd) {
  measure::Random random(3);
  const auto found = tune_front(space, GetParam(), 2, scores_of, 1000, random);
  ASSERT_TRUE(found) << found.error().format();
  EXPECT_EQ(found->evaluations, space.size());
  std::set<std::size_t> asked;
  for (const ScoredTrial& trial : found->trials) {
    EXPECT_TRUE(asked.insert(trial.configuration).second);
  }
  ASSERT_EQ(found->front.size(), 5U); // CLOCK = 0 with every number of threads
  double before = 0;
  for (const std::size_t i : found->front) {
    const Tuning tuning = space.tuning(found->trials[i].configuration);
    EXPECT_EQ(tuning.at("CLOCK"), 0);
    EXPECT_EQ(tuning.at("BROKEN"), 0);
    EXPECT_GT(found->trials[i].scores->front(), before);
    before = found->trials[i].scores->front();
  }
}

TEST_P(TuneFrontTest, KeepsToTheEvaluationsAndToWhatIsKnown) {
  measure::Random random(3);
  std::size_t calls = 0;
  const auto counting = [&](const Tuning& tuning) {
    ++calls;
    return scores_of(tuning);
  };
  KnownScores known;
  for (std::size_t i = 0; i < space.size(); i += 2) {
    known[i] = *scores_of(space.tuning(i));
  }
  const auto found = tune_front(space, GetParam(), 2, counting, 7, random, known);
  ASSERT_TRUE(found) << found.error().format();
  EXPECT_EQ(calls, 7U);
  EXPECT_EQ(found->evaluations, 7U);
  for (const ScoredTrial& trial : found->trials) {
    EXPECT_EQ(trial.scores, *scores_of(space.tuning(trial.configuration)));
  }
}

TEST_P(TuneFrontTest, OneObjectiveIsThePlainSearch) {
  const auto time_alone = [](const Tuning& tuning) -> Result<std::optional<Scores>> {
    const auto scores = scores_of(tuning);
    return *scores ? std::optional(Scores{(*scores)->front()}) : std::nullopt;
  };
  const auto cost = [&](const Tuning& tuning) -> Result<std::optional<double>> {
    const auto scores = scores_of(tuning);
    return *scores ? std::optional((*scores)->front()) : std::nullopt;
  };
  measure::Random first(9);
  measure::Random second(9);
  const auto front = tune_front(space, GetParam(), 1, time_alone, 15, first);
  const auto plain = tune(space, **make_searcher(GetParam(), space), cost, 15, second);
  ASSERT_TRUE(front && plain);
  ASSERT_EQ(front->trials.size(), plain->trials.size());
  for (std::size_t i = 0; i < plain->trials.size(); ++i) {
    EXPECT_EQ(front->trials[i].configuration, plain->trials[i].configuration);
  }
  ASSERT_EQ(front->front.size(), 1U);
  EXPECT_EQ(front->trials[front->front[0]].scores->front(), plain->best->cost);
}

INSTANTIATE_TEST_SUITE_P(All, TuneFrontTest, ::testing::ValuesIn(strategy_names()),
                         [](const auto& strategy) { return strategy.param; });

TEST_F(FrontSpaceTest, ScoresThatAreNoFiniteNumbersAreInvalid) {
  measure::Random random(1);
  const auto found = tune_front(
      space, "exhaustive", 2,
      [](const Tuning&) {
        return Scores{1, std::numeric_limits<double>::quiet_NaN()};
      },
      6, random);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->trials.size(), 6U);
  EXPECT_TRUE(found->front.empty());
}

TEST_F(FrontSpaceTest, SimulationNamesWhatWasNotRecorded) {
  measure::Random random(1);
  const auto found = simulate_front(space, "exhaustive", 2, {{0, Scores{1, 1}}}, 9, random);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().message, "the record has no result for -DBROKEN=1 -DCLOCK=0 -DTHREADS=1");
  EXPECT_FALSE(tune_front(space, "exhaustiv", 2, scores_of, 9, random));
}

} // namespace
} // namespace mapwright::kernel
