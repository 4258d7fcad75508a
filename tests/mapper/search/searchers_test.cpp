// What searches promise: the same again for a seed, never worse than the start, and honest counts.
#include "mapper/search/evaluation.hpp"
#include "mapper/search/neighbours.hpp"
#include "mapper/search/search_cases.hpp"
#include "mapper/search/search_with.hpp"
#include "mapper/search/searcher_catalogue.hpp"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>

namespace mapwright::mapper {
namespace {

using ::testing::HasSubstr;

SearchResult search(const SearchCase& one, const std::string& name, std::uint64_t evaluations, std::uint64_t seed) {
  SideSimulations side(one.scene(), 1000);
  const SearcherScene scene{one.scene(), one.space, side};
  const auto searcher = sure(open_searcher(name)).make(scene);
  EXPECT_EQ(searcher->name(), name);
  return search_with(*searcher, scene, evaluations, seed);
}

TEST(Searchers, TheSameAgainForASeed) {
  const auto one = SearchCase::of("circuit", "p100x4");
  for (const std::string name : {"random", "descent"}) {
    const SearchResult a = search(one, name, 40, 7);
    const SearchResult b = search(one, name, 40, 7);
    const SearchResult c = search(one, name, 40, 8);
    ASSERT_EQ(a.trials.size(), 40U);
    bool all_as_c = true;
    for (std::size_t i = 0; i < a.trials.size(); ++i) {
      EXPECT_EQ(a.trials[i].mapping.assignment, b.trials[i].mapping.assignment) << name;
      EXPECT_EQ(a.trials[i].makespan, b.trials[i].makespan) << name;
      EXPECT_EQ(a.trials[i].searcher, name);
      all_as_c = all_as_c && a.trials[i].mapping.assignment == c.trials[i].mapping.assignment;
    }
    EXPECT_TRUE(name == "descent" || !all_as_c) << "a random search that ignores its seed";
  }
}

TEST(Searchers, NothingIsTriedTwiceAndEverythingRuns) {
  const auto one = SearchCase::of("cosma", "p100x4");
  for (const std::string name : {"random", "descent"}) {
    std::set<Assignment> seen;
    for (const Trial& trial : search(one, name, 60, 3).trials) {
      EXPECT_TRUE(seen.insert(*trial.mapping.assignment).second) << name;
      EXPECT_EQ(trial.failure, "");
      EXPECT_LT(trial.makespan, 1e9);
    }
  }
}

TEST(Searchers, DescentBeginsWithTheUsualAndBecomesBetter) {
  for (const std::string application : {"circuit", "pennant", "cannon"}) {
    const auto one = SearchCase::of(application, "p100x4");
    const SearchResult result = search(one, "descent", 80, 1);
    EXPECT_EQ(result.trials.front().mapping.assignment, one.space.usual());
    ASSERT_NE(result.best(), nullptr);
    EXPECT_LE(result.best()->makespan, result.trials.front().makespan) << application;
    EXPECT_TRUE(application == "circuit" || result.best()->makespan < result.trials.front().makespan) << application;
    EXPECT_EQ(result.best()->makespan, result.best_after(80));
    EXPECT_EQ(result.trials.front().makespan, result.best_after(1));
    EXPECT_EQ(result.side_simulations, 0U);
  }
}

/// A space so small that it ends.
Program two_ways() {
  ProgramBuilder b("two");
  b.region({"r", {"4"}, {"x:1"}});
  b.kind({"t", {{"a"}}, {{ProcessorKind::cpu}}, "1"});
  b.launch({"", "t", {}, {}, {{"r", {}, "RW"}}});
  return sure(b.build());
}

/// Two tasks with a tile of 8 bytes each.
Program two_tiles() {
  ProgramBuilder b("tiles");
  b.region({"r", {"16"}, {"x:1"}});
  b.blocks({"tile", "r", {"2"}});
  b.kind({"t", {{"a"}}, {{ProcessorKind::cpu}, {ProcessorKind::gpu}}, "1"});
  b.launch({"", "t", {"2"}, {"i"}, {{"tile", {"i"}, "RW"}}});
  return sure(b.build());
}

TEST(Searchers, SmallSpacesAreExhausted) {
  const SearchCase one(two_ways(), round_machine());
  // Memory, four limits, and the first or any CPU of the node.
  for (const std::string name : {"random", "descent"}) {
    EXPECT_EQ(search(one, name, 1000, 1).trials.size(), 16U) << name;
  }
}

TEST(Searchers, CatalogueNamesAreSuggested) {
  const auto wrong = open_searcher("desent");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().hint, "did you mean 'descent'?");
  std::set<std::string> names;
  for (const SearcherInfo& each : searcher_catalogue()) {
    EXPECT_TRUE(names.insert(each.name).second) << each.name;
    EXPECT_FALSE(each.summary.empty());
  }
}

TEST(Evaluation, TextsPlansAndAssignmentsAreWorthTheSame) {
  const auto one = SearchCase::of("stencil", "p100x4");
  Evaluation evaluation(one.scene(), one.space);
  const Assignment usual = one.space.usual();
  const Trial a = evaluation.run({usual, {}, {}}, "a");
  const Trial b = evaluation.run({{}, one.space.text(usual), {}}, "b");
  const Trial c = evaluation.run({{}, {}, one.space.plan(usual)}, "c");
  EXPECT_EQ(a.makespan, b.makespan);
  EXPECT_EQ(a.makespan, c.makespan);
  EXPECT_EQ(evaluation.count(), 3U);
  EXPECT_THROW(evaluation.run({}, "d"), std::logic_error);
}

TEST(Evaluation, FailuresSayWhy) {
  const auto one = SearchCase::of("circuit", "p100x4");
  Evaluation evaluation(one.scene(), one.space);
  const Trial wrong = evaluation.run({{}, "Task * GPUS;", {}}, "model");
  EXPECT_THAT(wrong.failure, HasSubstr("mapper:1:8: error: expected a kind of processor"));
  EXPECT_TRUE(std::isinf(wrong.makespan));
  // Two tiles of 8 bytes, both on a GPU with 10.
  const SearchCase full(two_tiles(), round_machine(1, 10, 20));
  Evaluation other(full.scene(), full.space);
  Plan plan = gpu_plan(full.program, full.graph);
  EXPECT_EQ(other.run({{}, {}, plan}, "x").failure, "");
  plan.tasks[1] = plan.tasks[0];
  plan.arguments[1].memory = plan.arguments[0].memory;
  EXPECT_THAT(other.run({{}, {}, plan}, "x").failure, HasSubstr("FBMEM 0 of node 0"));
}

TEST(SideSimulations, AreCountedAndLimited) {
  const auto one = SearchCase::of("stencil", "p100x4");
  SideSimulations side(one.scene(), 2);
  const Plan plan = one.space.plan(one.space.usual());
  const auto run = side.run(plan);
  ASSERT_TRUE(run);
  EXPECT_EQ(run->makespan, one.run(plan).makespan);
  EXPECT_EQ(side.left(), 1U);
  EXPECT_TRUE(side.run(plan));
  EXPECT_FALSE(side.run(plan));
  EXPECT_EQ(side.used(), 2U);
}

TEST(Neighbours, DifferInLegalWays) {
  const auto one = SearchCase::of("circuit", "p100x4");
  const Assignment usual = one.space.usual();
  for (const bool alone : {false, true}) {
    const std::vector<Assignment> all = neighbours(one.space, usual, alone);
    EXPECT_GT(all.size(), 10U);
    EXPECT_EQ(std::set<Assignment>(all.begin(), all.end()).size(), all.size());
    for (const Assignment& each : all) {
      EXPECT_NE(each, usual);
      EXPECT_EQ(one.space.legal(each), each);
    }
  }
}

} // namespace
} // namespace mapwright::mapper
