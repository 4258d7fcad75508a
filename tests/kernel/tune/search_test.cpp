// What every strategy keeps to, and that learning ones learn.
#include "kernel/tune/tune.hpp"
#include "kernel/tune/tune_case.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace mapwright::kernel {
namespace {

const std::string small = R"(constraints = ["A*B <= 64"]
[tunables]
A = [2, 4, 8, 16, 32]
B = [1, 2, 4, 8, 16]
C = [0, 1, 2]
)";

TuningSpace space_of(const std::string& comment) {
  auto space = TuningSpace::of(tunable_kernel(comment));
  EXPECT_TRUE(space) << space.error().format();
  return *std::move(space);
}

std::unique_ptr<Searcher> searcher(const std::string& name, const TuningSpace& space) {
  auto made = make_searcher(name, space);
  EXPECT_TRUE(made) << made.error().format();
  return *std::move(made);
}

/// A cost with one least configuration; those with C = 2 and a large A are invalid.
Result<std::optional<double>> small_cost(const Tuning& tuning) {
  const auto a = static_cast<double>(tuning.at("A"));
  const auto b = static_cast<double>(tuning.at("B"));
  const auto c = static_cast<double>(tuning.at("C"));
  if (c > 1 && a > 4) {
    return std::nullopt;
  }
  return 1 + std::pow(std::log2(a) - 3, 2) + std::pow(std::log2(b) - 2, 2) + 0.3 * c + 0.01 * a;
}

Tuned searched(const std::string& name, const TuningSpace& space, std::size_t evaluations, std::uint64_t seed,
               const CostFunction& cost = small_cost) {
  measure::Random random(seed);
  auto tuned = tune(space, *searcher(name, space), cost, evaluations, random);
  EXPECT_TRUE(tuned) << tuned.error().format();
  return *std::move(tuned);
}

std::vector<std::size_t> order(const Tuned& tuned) {
  std::vector<std::size_t> asked;
  for (const Trial& trial : tuned.trials) {
    asked.push_back(trial.configuration);
  }
  return asked;
}

class StrategyTest : public ::testing::TestWithParam<std::string> {};

TEST_P(StrategyTest, TriesEverythingOnceAndFindsTheOptimum) {
  const TuningSpace space = space_of(small);
  std::optional<double> least;
  for (std::size_t i = 0; i < space.size(); ++i) {
    const auto cost = *small_cost(space.tuning(i));
    if (cost && (!least || *cost < *least)) {
      least = cost;
    }
  }
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Tuned tuned = searched(GetParam(), space, 10 * space.size(), seed);
    const auto asked = order(tuned);
    EXPECT_EQ(std::set<std::size_t>(asked.begin(), asked.end()).size(), space.size());
    EXPECT_EQ(asked.size(), space.size());
    EXPECT_EQ(tuned.evaluations, space.size());
    ASSERT_TRUE(tuned.best);
    EXPECT_EQ(tuned.best->cost, least);
  }
}

TEST_P(StrategyTest, IsTheSameForTheSameSeed) {
  const TuningSpace space = space_of(small);
  EXPECT_EQ(order(searched(GetParam(), space, 40, 7)), order(searched(GetParam(), space, 40, 7)));
  if (GetParam() != "exhaustive") {
    EXPECT_NE(order(searched(GetParam(), space, 40, 7)), order(searched(GetParam(), space, 40, 8)));
  }
}

TEST_P(StrategyTest, GoesOnWhenEverythingIsInvalid) {
  const TuningSpace space = space_of(small);
  const Tuned tuned = searched(GetParam(), space, 1000, 1, [](const Tuning&) { return std::nullopt; });
  EXPECT_EQ(tuned.trials.size(), space.size());
  EXPECT_FALSE(tuned.best);
}

TEST_P(StrategyTest, CopesWithEqualZeroAndNegativeCosts) {
  const TuningSpace space = space_of(small);
  EXPECT_EQ(searched(GetParam(), space, 1000, 1, [](const Tuning&) { return 0.0; }).trials.size(), space.size());
  const Tuned tuned = searched(GetParam(), space, 1000, 1, [](const Tuning& tuning) {
    return -static_cast<double>(tuning.at("A") * tuning.at("B")) - static_cast<double>(tuning.at("C"));
  });
  ASSERT_TRUE(tuned.best);
  EXPECT_EQ(tuned.best->cost, -66.0);
}

TEST_P(StrategyTest, KeepsOffTrialsOfOthersAndUnansweredQuestions) {
  const TuningSpace space = space_of(small);
  const auto search = searcher(GetParam(), space);
  measure::Random random(3);
  std::vector<Trial> trials;
  std::set<std::size_t> taken;
  for (std::size_t i = 0; i < 20; ++i) {
    trials.push_back({2 * i, 1.0 + static_cast<double>(i)});
    taken.insert(2 * i);
  }
  while (const auto asked = search->next(trials, random)) { // never evaluated
    EXPECT_TRUE(taken.insert(*asked).second);
  }
  EXPECT_EQ(taken.size(), space.size());
}

TEST_P(StrategyTest, AKernelWithoutTunablesHasOneTrial) {
  const TuningSpace space = space_of("");
  EXPECT_EQ(searched(GetParam(), space, 5, 1, [](const Tuning&) { return 2.0; }).trials.size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(All, StrategyTest, ::testing::ValuesIn(strategy_names()),
                         [](const auto& strategy) { return strategy.param; });

TEST(MakeSearcherTest, SuggestsTheNearestName) {
  const TuningSpace space = space_of(small);
  const auto unknown = make_searcher("anealing", space);
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().message, "there is no search strategy 'anealing'");
  EXPECT_EQ(unknown.error().hint, "did you mean 'annealing'?");
  const auto far = make_searcher("x", space);
  ASSERT_FALSE(far);
  EXPECT_EQ(far.error().hint, "one of exhaustive, random, annealing, evolution, model, bandit");
}

/// A bowl in the positions with `roughness` on top that no model can know; about a tenth is invalid.
KnownCosts surface(const TuningSpace& space, std::uint64_t seed, double roughness) {
  measure::Random random(seed);
  std::vector<double> centre;
  std::vector<double> slope;
  for (std::size_t i = 0; i < space.dimensions(); ++i) {
    centre.push_back(uniform(random) * static_cast<double>(space.values(i) - 1));
    slope.push_back((0.2 + uniform(random)) / static_cast<double>(space.values(i)));
  }
  KnownCosts costs;
  for (std::size_t index = 0; index < space.size(); ++index) {
    double cost = 1;
    const auto positions = space.positions(index);
    for (std::size_t i = 0; i < positions.size(); ++i) {
      cost *= 1 + 3 * std::pow(slope[i] * (positions[i] - centre[i]), 2);
    }
    cost *= 1 + roughness * uniform(random);
    const bool invalid = positions[0] + 1 == space.values(0) && uniform(random) < 0.8;
    costs[index] = invalid ? std::nullopt : std::optional<double>(cost);
  }
  return costs;
}

/// Evaluations until a configuration has 95 % of the speed of the best; `most` when none has.
std::size_t evaluations_needed(const std::string& name, const TuningSpace& space, const KnownCosts& costs,
                               std::uint64_t seed, std::size_t most) {
  double least = std::numeric_limits<double>::infinity();
  for (const auto& [index, cost] : costs) {
    least = std::min(least, cost.value_or(least));
  }
  measure::Random random(seed);
  const auto search = searcher(name, space);
  std::vector<Trial> trials;
  while (trials.size() < most) {
    const auto asked = search->next(trials, random);
    if (!asked) {
      break;
    }
    trials.push_back({*asked, costs.at(*asked)});
    if (trials.back().cost && *trials.back().cost <= least / 0.95) {
      break;
    }
  }
  return trials.size();
}

TEST(LearningTest, ModelAndBanditNeedFewerEvaluationsThanRandom) {
  const TuningSpace space = space_of("constraints = [\"A*B <= 1024\"]\n[tunables]\nA = [4, 8, 16, 32, 64, 128]\n"
                                     "B = [1, 2, 4, 8, 16, 32]\nC = [1, 2, 3, 4, 5, 6]\nD = [0, 1, 2, 3]\n");
  constexpr std::size_t most = 150;
  for (const double roughness : {0.0, 0.15}) {
    const auto median = [&](const std::string& name) {
      std::vector<std::size_t> needed;
      for (std::uint64_t seed = 1; seed <= 21; ++seed) {
        needed.push_back(evaluations_needed(name, space, surface(space, seed, roughness), 100 + seed, most));
      }
      std::nth_element(needed.begin(), needed.begin() + 10, needed.end());
      return needed[10];
    };
    const std::size_t random = median("random");
    for (const std::string name : {"model", "bandit"}) {
      const std::size_t learned = median(name);
      EXPECT_LE(learned, random) << name << " at roughness " << roughness;
      EXPECT_LT(learned, most) << name << " at roughness " << roughness;
    }
  }
}

} // namespace
} // namespace mapwright::kernel
