// The rule in the seat of a model: what it makes of each level of guidance.
#include "mapper/agent/guided.hpp"
#include "mapper/contest/small_search.hpp"
#include "mapper/elaborate/elaborate.hpp"
#include "mapper/guidance/guidance.hpp"
#include "mapper/search/search_with.hpp"

#include <set>

#include <gmock/gmock.h>

namespace mapwright::mapper {
namespace {

class Guided : public ::testing::Test {
protected:
  SearchResult search(GuidanceLevel level, std::uint64_t evaluations, std::uint64_t most_simulations = 10'000) {
    SideSimulations side(arena_->scene(), most_simulations);
    const SearcherScene scene{arena_->scene(), arena_->space(), side};
    const auto searcher = make_guided_searcher(scene, level);
    return search_with(*searcher, scene, evaluations, 1);
  }
  [[nodiscard]] Plan plan_of(const Trial& trial) const {
    const SearchScene scene = arena_->scene();
    return sure(elaborate({*trial.mapping.text, "m"}, scene.program, scene.graph, scene.machine)).plan;
  }

  std::shared_ptr<const SearchArena> arena_ = small_arena();
};

TEST_F(Guided, BeginsAsARuntimeWouldAndProposesNoPlanTwice) {
  for (const GuidanceLevel level : all_guidance_levels) {
    const SearchResult found = search(level, 25);
    ASSERT_EQ(found.trials.size(), 25U) << to_string(level);
    EXPECT_EQ(found.trials[0].mapping.text, arena_->space().text(arena_->space().usual()));
    std::set<std::string> plans;
    for (const Trial& trial : found.trials) {
      EXPECT_EQ(trial.searcher, fmt::format("guided:{}", to_string(level)));
      plans.insert(plan_hash(arena_->scene().program, arena_->scene().graph, plan_of(trial)));
    }
    EXPECT_EQ(plans.size(), 25U) << to_string(level);
  }
}

TEST_F(Guided, OnlySuggestionsTakeSimulations) {
  EXPECT_EQ(search(GuidanceLevel::raw, 10).side_simulations, 0U);
  EXPECT_EQ(search(GuidanceLevel::explain, 10).side_simulations, 0U);
  EXPECT_GT(search(GuidanceLevel::suggest, 10).side_simulations, 10U);
  EXPECT_EQ(search(GuidanceLevel::suggest, 10, 7).side_simulations, 7U) << "and no more than there are";
}

TEST_F(Guided, TakesTheBestSuggestionAndGetsWhatWasPredicted) {
  const SearchResult found = search(GuidanceLevel::suggest, 2);
  const SearchScene scene = arena_->scene();
  const Guidance told = guidance({*found.trials[0].mapping.text, "mapper"}, scene);
  ASSERT_FALSE(told.counterfactuals.empty());
  EXPECT_EQ(found.trials[1].mapping.text, told.counterfactuals.front().change.text);
  EXPECT_EQ(found.trials[1].makespan, told.counterfactuals.front().run.makespan);
  EXPECT_LT(found.trials[1].makespan, found.trials[0].makespan);
}

TEST_F(Guided, ChangesWhatSomebodyElseFound) {
  SideSimulations side(arena_->scene(), 1000);
  const SearcherScene scene{arena_->scene(), arena_->space(), side};
  const auto searcher = make_guided_searcher(scene, GuidanceLevel::suggest);
  searcher->observe({{std::nullopt, all_on_gpus, std::nullopt}, "somebody", 1.0, ""});
  measure::Random random(1);
  const Mapping next = searcher->propose(random).value();
  EXPECT_THAT(*next.text, ::testing::HasSubstr("Region * * GPU FBMEM;"));
  EXPECT_NE(*next.text, all_on_gpus);
}

} // namespace
} // namespace mapwright::mapper
