// Searches in the loop: goals, resume, replay, side simulations, wrong input.
#include "mapper/contest/small_search.hpp"

#include <gmock/gmock.h>

namespace mapwright::mapper {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

SearchSpec by(std::vector<std::string> names) {
  SearchSpec spec;
  spec.searchers = std::move(names);
  spec.gap = 0;
  return spec;
}

TEST(MapperSearchProblem, EverySearcherOfTheCatalogueIsTheSameWhenResumedAndReplayed) {
  for (const std::string& name : searchers_there_are()) {
    if (asks_models(name)) {
      continue;
    }
    SearchSpec spec = by({name});
    spec.side_simulations = 500;
    SmallRun undisturbed(spec);
    undisturbed.go(24);
    SmallRun resumed(spec);
    resumed.go(7);
    resumed.go(24);
    EXPECT_EQ(resumed.decisions(), undisturbed.decisions()) << name;
    EXPECT_EQ(resumed.replay(), "") << name;
    for (const archive::Step& step : undisturbed.steps()) {
      EXPECT_TRUE(step.verdict && step.verdict->valid) << name << ", step " << step.number;
    }
  }
}

TEST(MapperSearchProblem, APolicyIsTrainedTheSameWhenResumedAndBeginsAnotherSearch) {
  SearchSpec spec = by({"random", "rl"});
  spec.side_simulations = 500;
  SmallRun undisturbed(spec);
  undisturbed.go(16);
  SmallRun resumed(spec);
  resumed.go(5);
  const std::string early = resumed.policy();
  resumed.go(16);
  EXPECT_NE(undisturbed.policy(), "");
  EXPECT_NE(undisturbed.policy(), early);
  EXPECT_EQ(undisturbed.policy(), resumed.policy());

  for (const std::string name : {"rl", "portfolio"}) {
    SearchSpec later = by({name});
    later.side_simulations = 5; // too few to train by
    SmallRun without(later, {}, small_arena(2));
    without.go(6);
    later.policy = std::make_shared<const DecisionPolicy>(sure(policy_from_json(resumed.policy(), "p.json")));
    SmallRun with(later, {}, small_arena(2));
    with.go(6);
    EXPECT_EQ(with.replay(), "") << name;
    if (name == "rl") {
      EXPECT_NE(with.decisions(), without.decisions());
    }
  }
}

TEST(MapperSearchProblem, APolicyIsForThoseWhoBeginWithOne) {
  measure::Random random(1);
  SearchSpec spec = by({"random", "descent"});
  spec.policy = std::make_shared<const DecisionPolicy>(random);
  const auto refused = make_search(small_arena(), spec, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "a policy is given, but random, descent would not use it");
  spec.searchers.emplace_back("portfolio");
  EXPECT_TRUE(make_search(small_arena(), spec, {}));
}

TEST(MapperSearchProblem, DecidesTheSameHoweverManyStepsAreUnderWay) {
  SmallRun first(by({"random", "descent"}));
  SmallRun second(by({"random", "descent"}));
  first.go(20, 3);
  second.go(20, 3);
  EXPECT_EQ(first.decisions(), second.decisions());
}

TEST(MapperSearchProblem, EndsWhereTheLowerBoundIsNear) {
  SearchSpec spec = by({"random"});
  spec.gap = 1e6;
  SmallRun run(spec);
  EXPECT_EQ(loop::kind_of(run.go(20).reason), "solved");
  EXPECT_EQ(run.steps().size(), 1U);
}

TEST(MapperSearchProblem, NoMakespanIsBelowTheBound) {
  SmallRun run(by({"random"}));
  run.go(30);
  for (const archive::Step& step : run.steps()) {
    EXPECT_GE(*step.score, run.arena().bound_of(step.candidate->form));
  }
}

TEST(MapperSearchProblem, WrongNamesAreOneClearMessage) {
  const auto arena = small_arena();
  const auto refused = [&](const SearchSpec& spec) {
    const auto made = make_search(arena, spec, {});
    return made ? std::string("made") : made.error().format();
  };
  EXPECT_THAT(refused(by({"randon"})), HasSubstr("there is no searcher 'randon'\nhint: did you mean 'random'?"));
  EXPECT_THAT(refused(by({"agent"})), HasSubstr("the searcher 'agent' needs a model"));
  EXPECT_THAT(refused(by({"opro:raw"})), HasSubstr("the searcher 'opro:raw' needs a model"));
  EXPECT_THAT(refused(by({"guided:loud"})), HasSubstr("there is no level 'loud'"));
  EXPECT_THAT(refused(by({"random:raw"})), HasSubstr("the searcher 'random' is told nothing"));
  SearchSpec silent = by({"random"});
  silent.feedback.clear();
  EXPECT_THAT(refused(silent), HasSubstr("models must be told something"));
  EXPECT_THAT(searchers_there_are(), Contains("agent"));
}

} // namespace
} // namespace mapwright::mapper
