// The choice between models by reward and cost.
#include "llm/bandit.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::llm {
namespace {

struct Model {
  double success; ///< probability of reward 1
  double cost;
};

/// Asks `count` times and learns what simulated models achieve; the choices.
std::vector<std::size_t> play(Bandit& bandit, const std::vector<Model>& models, int count, std::uint64_t seed) {
  measure::Random choices(seed);
  measure::Random rewards(seed + 1);
  std::vector<std::size_t> chosen;
  for (int i = 0; i < count; ++i) {
    const std::size_t model = bandit.choose(choices);
    const bool success = static_cast<double>(rewards.below(1'000'000)) < models[model].success * 1e6;
    bandit.learn(model, success ? 1 : 0, models[model].cost);
    chosen.push_back(model);
  }
  return chosen;
}

std::vector<std::string> names(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) {
    names.push_back("model " + std::to_string(i));
  }
  return names;
}

auto times(const std::vector<std::size_t>& chosen, std::size_t model) {
  return std::count(chosen.begin(), chosen.end(), model);
}

TEST(Bandit, EachModelIsTriedFirst) {
  Bandit bandit(names(3));
  EXPECT_EQ(play(bandit, {{0, 1}, {0, 1}, {1, 1}}, 3, 1), (std::vector<std::size_t>{0, 1, 2}));
}

TEST(Bandit, ConvergesToTheModelThatSucceeds) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Bandit bandit(names(3));
    const auto chosen = play(bandit, {{0.1, 1}, {0.7, 1}, {0.2, 1}}, 600, seed);
    EXPECT_GT(times(chosen, 1), 400) << seed;
  }
}

TEST(Bandit, ADearModelMustBeMuchBetter) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Bandit cheap_wins(names(2));
    EXPECT_GT(times(play(cheap_wins, {{0.5, 10}, {0.3, 1}}, 600, seed), 1), 350) << seed;
    Bandit dear_wins(names(2));
    EXPECT_GT(times(play(dear_wins, {{0.95, 10}, {0.1, 1}}, 600, seed), 0), 350) << seed;
    BanditOptions careless;
    careless.cost_coefficient = 0;
    Bandit better_wins(names(2), careless);
    EXPECT_GT(times(play(better_wins, {{0.7, 10}, {0.3, 1}}, 600, seed), 0), 350) << seed;
  }
}

TEST(Bandit, NoneIsGivenUp) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const std::vector<Model> models = {{1, 1}, {0, 5}, {0, 10}};
    Bandit bandit(names(3));
    const auto chosen = play(bandit, models, 3000, seed);
    EXPECT_GT(times(chosen, 1), 20) << seed;
    EXPECT_GT(times(chosen, 2), 20) << seed;
    // The root alone brings the worst model back too, more and more rarely.
    BanditOptions never_random;
    never_random.random_share = 0;
    Bandit strict(names(3), never_random);
    EXPECT_GT(times(play(strict, models, 3000, seed), 2), 1) << seed;
  }
}

TEST(Bandit, TiesGoToTheFirst) {
  BanditOptions strict;
  strict.random_share = 0;
  Bandit bandit(names(3), strict);
  for (std::size_t model = 0; model < 3; ++model) {
    bandit.learn(model, 0.5, 2);
  }
  measure::Random random(1);
  EXPECT_EQ(bandit.choose(random), 0U);
  bandit.learn(0, 0.5, 2);
  EXPECT_EQ(bandit.choose(random), 1U);
}

TEST(Bandit, QuestionsInFlightSpread) {
  Bandit bandit(names(3));
  measure::Random random(1);
  const std::vector<std::size_t> none;
  const std::vector<std::size_t> one = {0};
  const std::vector<std::size_t> two = {0, 1};
  EXPECT_EQ(bandit.choose(random, none), 0U);
  EXPECT_EQ(bandit.choose(random, one), 1U);
  EXPECT_EQ(bandit.choose(random, two), 2U);
}

TEST(Bandit, CostsNothingWhenNothingCosts) {
  Bandit bandit(names(2));
  const auto chosen = play(bandit, {{0.9, 0}, {0.1, 0}}, 300, 3);
  EXPECT_GT(times(chosen, 0), 200);
}

TEST(Bandit, RefusesWhatIsNoReward) {
  Bandit bandit(names(1));
  EXPECT_THROW(bandit.learn(0, 1.5, 0), std::logic_error);
  EXPECT_THROW(bandit.learn(0, std::numeric_limits<double>::quiet_NaN(), 0), std::logic_error);
  EXPECT_THROW(bandit.learn(0, 1, -1), std::logic_error);
  EXPECT_THROW(bandit.learn(1, 1, 1), std::out_of_range);
  EXPECT_THROW(Bandit({}), std::logic_error);
}

RC_GTEST_PROP(BanditProperty, AResumedRunMakesTheSameChoices, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto learnt_again = *rc::gen::inRange<std::size_t>(0, 80);
  const std::vector<Model> models = {{0.3, 1}, {0.6, 3}, {0.5, 2}};
  // One generator per step, as a run draws the numbers of a step from the step's own seed.
  const auto next = [&](Bandit& bandit, std::size_t number) {
    measure::Random random(seed + number);
    const std::size_t model = bandit.choose(random);
    const double reward = static_cast<double>(random.below(10)) < 10 * models[model].success ? 1 : 0;
    bandit.learn(model, reward, models[model].cost);
    return std::pair(model, reward);
  };
  Bandit whole(names(3));
  Bandit resumed(names(3));
  for (std::size_t i = 0; i < 80; ++i) {
    const auto [model, reward] = next(whole, i);
    if (i < learnt_again) {
      resumed.learn(model, reward, models[model].cost);
    } else {
      RC_ASSERT((next(resumed, i) == std::pair(model, reward)));
    }
  }
}

} // namespace
} // namespace mapwright::llm
