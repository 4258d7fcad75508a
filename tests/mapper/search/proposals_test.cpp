#include "mapper/apps/application.hpp"
#include "mapper/search/ensemble.hpp"
#include "mapper/search/metropolis.hpp"
#include "mapper/search/moves.hpp"
#include "mapper/search/portfolio.hpp"
#include "mapper/search/program_bound.hpp"
#include "mapper/search/reinforcement.hpp"
#include "mapper/search/side_costs.hpp"
#include "mapper/search/starts.hpp"
#include "mapper/search/techniques.hpp"
#include "searcher_world.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace mapwright::mapper {
namespace {

/// The searchers of this folder by name.
std::vector<std::pair<std::string, MakeSearcher>> tested_searchers() {
  return {{"list", make_list_searcher},
          {"analytic", make_analytic_searcher},
          {"mcmc", make_mcmc_searcher},
          {"ensemble", make_ensemble_searcher},
          {"rl", make_rl_searcher},
          {"portfolio", [](const SearcherScene& scene) {
             return make_portfolio_searcher(scene, {60, 30});
           }}};
}

TEST(Proposals, ProposeLegalAssignmentsEachOnceAndStayWithinTheCap) {
  const SearcherWorld world(tiled_program(4, 100, 2, 2), round_machine());
  for (const auto& [name, make] : tested_searchers()) {
    for (const std::uint64_t cap : {std::uint64_t{0}, std::uint64_t{7}, std::uint64_t{300}}) {
      const SearcherRun run = run_searcher(world, make, 1, 12, cap);
      EXPECT_LE(run.side_used, cap) << name;
      EXPECT_FALSE(run.trials.empty()) << name;
      std::set<Assignment> seen;
      for (const Trial& trial : run.trials) {
        EXPECT_TRUE(std::isfinite(trial.makespan)) << name << ": " << trial.failure;
        if (trial.mapping.assignment) {
          EXPECT_EQ(*trial.mapping.assignment, world.space.legal(*trial.mapping.assignment)) << name;
          EXPECT_TRUE(seen.insert(*trial.mapping.assignment).second) << name << " cap " << cap;
        }
      }
    }
  }
}

TEST(Proposals, DoTheSameAgainWithTheSameSeed) {
  const SearcherWorld world(tiled_program(4, 100, 2, 2), round_machine());
  for (const auto& [name, make] : tested_searchers()) {
    const SearcherRun one = run_searcher(world, make, 5, 8, 200);
    const SearcherRun two = run_searcher(world, make, 5, 8, 200);
    ASSERT_EQ(one.trials.size(), two.trials.size()) << name;
    EXPECT_EQ(one.side_used, two.side_used) << name;
    for (std::size_t i = 0; i < one.trials.size(); ++i) {
      EXPECT_EQ(one.trials[i].mapping.assignment, two.trials[i].mapping.assignment) << name;
      EXPECT_EQ(one.trials[i].makespan, two.trials[i].makespan) << name;
    }
  }
}

TEST(Proposals, EnsembleAndStartsSimulateNothingBesides) {
  const SearcherWorld world(tiled_program(4, 100, 2, 2), round_machine());
  for (const MakeSearcher& make :
       {MakeSearcher(make_ensemble_searcher), MakeSearcher(make_list_searcher), MakeSearcher(make_analytic_searcher)}) {
    EXPECT_EQ(run_searcher(world, make, 1, 20, 100).side_used, 0U);
  }
}

TEST(Proposals, EndOnASpaceThatIsSearched) {
  ProgramBuilder b("tiny");
  b.region({"data", {"10"}, {"x:8"}});
  b.kind({"only", {{"all", "0"}}, {{ProcessorKind::cpu}}, "1000"});
  b.launch({"", "only", {}, {}, {{"data", {}, "W"}}});
  const SearcherWorld world(sure(b.build()), round_machine());
  for (const auto& [name, make] : tested_searchers()) {
    EXPECT_TRUE(run_searcher(world, make, 1, 5000, 2000).ended) << name;
  }
}

TEST(Ensemble, ImprovesOnItsFirstDraws) {
  const SearcherWorld world(tiled_program(8, 200, 2, 3), round_machine());
  const SearcherRun few = run_searcher(world, make_ensemble_searcher, 2, 5, 0);
  const SearcherRun many = run_searcher(world, make_ensemble_searcher, 2, 120, 0);
  EXPECT_LT(many.best(), few.best());
}

TEST(Portfolio, IsNoWorseThanItsStartsAndStopsAtTheBound) {
  const SearcherWorld world(tiled_program(8, 200, 2, 3), round_machine());
  const SearcherRun starts = run_searcher(world, make_analytic_searcher, 1, 10, 0);
  const SearcherRun list = run_searcher(world, make_list_searcher, 1, 10, 0);
  const SearcherRun run = run_searcher(
      world,
      [](const SearcherScene& scene) {
        return make_portfolio_searcher(scene, {300, 60});
      },
      1, 10, 2000);
  EXPECT_LE(run.best(), starts.best());
  EXPECT_LE(run.best(), list.best());
  EXPECT_LE(run.trials.front().makespan, starts.best());

  const double bound = program_bound(world.program, world.graph, world.machine);
  const SearcherRun content = run_searcher(
      world,
      [&](const SearcherScene& scene) {
        SearcherScene easy = scene;
        easy.gap = 2 * run.best() / bound;
        return make_portfolio_searcher(easy, {300, 60});
      },
      1, 10, 2000);
  EXPECT_TRUE(content.ended);
  EXPECT_EQ(content.trials.size(), 1U);
}

TEST(Metropolis, AcceptsAsOftenAsTheRuleSays) {
  EXPECT_EQ(metropolis_probability(2, 1, 0.1), 1);
  EXPECT_EQ(metropolis_probability(1, std::numeric_limits<double>::infinity(), 0.1), 0);
  EXPECT_NEAR(metropolis_probability(10, 11, 0.1), std::exp(-1.0), 1e-12);
  EXPECT_NEAR(metropolis_probability(1e-6, 1.1e-6, 0.1), std::exp(-1.0), 1e-9);

  const SearcherWorld world(tiled_program(4, 100, 2, 2), round_machine());
  const Moves moves(world.program, world.space);
  MetropolisChain chain(moves, 0.1);
  measure::Random random(9);
  const Assignment here = world.space.usual();
  int taken = 0;
  constexpr int rounds = 20'000;
  for (int i = 0; i < rounds; ++i) {
    chain.start(here, 10);
    taken += chain.judge(here, 11, random) ? 1 : 0;
  }
  EXPECT_NEAR(taken / static_cast<double>(rounds), std::exp(-1.0), 0.015);
}

/// A chain on three states with symmetric steps visits each in proportion to exp(-seconds / (temperature * seconds)),
/// where slowdowns are taken relative to where it stands; for small differences that is the Boltzmann weight.
TEST(Metropolis, VisitsStatesByTheirWeights) {
  const SearcherWorld world(tiled_program(4, 100, 2, 2), round_machine());
  const Moves moves(world.program, world.space);
  constexpr double temperature = 0.01;
  const std::array<double, 3> seconds{1, 1.005, 1.01};
  MetropolisChain chain(moves, temperature);
  measure::Random random(10);
  std::array<double, 3> visits{};
  std::size_t at = 0;
  chain.start(world.space.usual(), seconds[at]);
  constexpr int rounds = 60'000;
  for (int i = 0; i < rounds; ++i) {
    const std::size_t next = (at + 1 + random.below(2)) % 3;
    at = chain.judge(world.space.usual(), seconds[next], random) ? next : at;
    ++visits[at];
  }
  EXPECT_NEAR(visits[1] / visits[0], std::exp(-0.5), 0.03);
  EXPECT_NEAR(visits[2] / visits[0], std::exp(-1.0), 0.03);
}

TEST(Moves, AreLegalAndJointOnesChangeWhatTheySay) {
  const SearcherWorld world(tiled_program(4, 100, 2, 2), round_machine());
  const Moves moves(world.program, world.space);
  EXPECT_FALSE(moves.single().empty());
  EXPECT_FALSE(moves.joint().empty());
  measure::Random random(2);
  Assignment at = world.space.usual();
  for (int i = 0; i < 100; ++i) {
    const Assignment next = moves.random_step(at, random);
    EXPECT_EQ(next, world.space.legal(next));
    EXPECT_NE(next, at);
    at = next;
  }
}

TEST(Techniques, WishWithinTheOptions) {
  const SearcherWorld world(tiled_program(4, 100, 2, 2), round_machine());
  measure::Random random(6);
  Elite elite;
  for (int i = 0; i < 20; ++i) {
    elite.emplace_back(i, world.space.draw(random));
  }
  std::vector<std::unique_ptr<Technique>> all;
  all.push_back(differential_evolution(world.space));
  all.push_back(uniform_greedy_mutation(world.space));
  all.push_back(normal_greedy_mutation(world.space));
  all.push_back(elite_crossover());
  for (const auto& technique : all) {
    for (int i = 0; i < 100; ++i) {
      const Assignment wish = technique->next(elite, random);
      ASSERT_EQ(wish.size(), world.space.decisions().size()) << technique->name();
      for (std::size_t d = 0; d < wish.size(); ++d) {
        ASSERT_LT(wish[d], world.space.decisions()[d].options.size()) << technique->name();
      }
      technique->learn(wish, static_cast<double>(random.below(100)));
    }
  }
}

TEST(SideCosts, SimulateEachAssignmentOnceAndGiveTheBestFirst) {
  const SearcherWorld world(tiled_program(4, 100, 2, 2), round_machine());
  SideSimulations side(world.scene, 20);
  SideCosts costs(SearcherScene{world.scene, world.space, side});
  measure::Random random(1);
  std::vector<double> all;
  for (int i = 0; i < 10; ++i) {
    const Assignment drawn = world.space.draw(random);
    const std::uint64_t used = side.used();
    const double seconds = *costs.seconds(drawn);
    EXPECT_DOUBLE_EQ(seconds, evaluate_on_simulator(world, Mapping{drawn, {}, {}}).makespan);
    const std::uint64_t after = side.used();
    EXPECT_EQ(*costs.seconds(drawn), seconds);
    EXPECT_EQ(side.used(), after);
    EXPECT_LE(after, used + 1);
    all.push_back(seconds);
  }
  EXPECT_EQ(costs.best_seconds(), *std::min_element(all.begin(), all.end()));
  double before = 0;
  while (const auto next = costs.next_proposal()) {
    const double seconds = *costs.seconds(*next);
    EXPECT_GE(seconds, before);
    before = seconds;
  }
}

} // namespace
} // namespace mapwright::mapper
