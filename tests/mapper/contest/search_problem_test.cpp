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
  EXPECT_THAT(refused(by({"opro"})), HasSubstr("the searcher 'opro' needs a model"));
  SearchSpec silent = by({"random"});
  silent.feedback.clear();
  EXPECT_THAT(refused(silent), HasSubstr("models must be told something"));
  EXPECT_THAT(searchers_there_are(), Contains("agent"));
}

} // namespace
} // namespace mapwright::mapper
