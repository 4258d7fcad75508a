#include "mapper/search/portfolio.hpp"

#include "mapper/search/bandit.hpp"
#include "mapper/search/list_schedule.hpp"
#include "mapper/search/metropolis.hpp"
#include "mapper/search/moves.hpp"
#include "mapper/search/neighbour_walk.hpp"
#include "mapper/search/option_effects.hpp"
#include "mapper/search/program_bound.hpp"
#include "mapper/search/reinforcement.hpp"
#include "mapper/search/side_costs.hpp"
#include "mapper/search/starts.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

namespace mapwright::mapper {

namespace {

constexpr std::uint64_t attempts_of_slice = 24;
constexpr double too_far = 1.2;             ///< times the best: the chain begins anew there
constexpr double too_slow = 1.3;            ///< times the best start: no descent from a start in common memory
constexpr std::uint64_t usual_tasks = 4000; ///< of programs that get all attempts

/// The ways to go on from the best, in the order of the bandit.
enum class Way : std::uint8_t { walk, other_walk, chain, policy };
constexpr std::size_t ways = 4;

class PortfolioSearcher : public Searcher {
public:
  PortfolioSearcher(const SearcherScene& scene, PortfolioSettings settings)
      : scene_(scene), settings_(settings), moves_(scene.scene.program, scene.space), costs_(scene), bandit_(ways),
        walk_(scene.space, moves_), other_walk_(scene.space, moves_), chain_(moves_),
        bounds_(program_bounds(scene.scene.program, scene.scene.graph, scene.scene.machine)),
        enough_(bounds_.any_mapper() * (1 + scene.gap)) {}
  [[nodiscard]] std::string_view name() const override { return "portfolio"; }

  std::optional<Mapping> propose(measure::Random& random) override {
    if (reached_) {
      return std::nullopt;
    }
    const bool first = !started_;
    if (first) {
      start();
    }
    search(first ? settings_.first_attempts : settings_.attempts, random);
    if (plan_ && plan_seconds_ < costs_.best_seconds()) {
      return Mapping{{}, {}, std::exchange(plan_, std::nullopt)};
    }
    std::optional<Assignment> next = costs_.next_proposal();
    if (!next) {
      next = step_without_simulation(random);
    }
    return next ? std::optional(Mapping{std::move(next), {}, {}}) : std::nullopt;
  }

  void observe(const Trial& trial) override {
    costs_.learn(trial);
    const double enough = trial.mapping.plan ? bounds_.any_plan() * (1 + scene_.gap) : enough_;
    reached_ = reached_ || trial.makespan <= enough;
  }

  [[nodiscard]] const DecisionPolicy* policy() const override { return learner_ ? &learner_->policy() : nullptr; }

private:
  void start() {
    started_ = true;
    costs_.seconds(scene_.space.usual());
    for (const Assignment& assignment : analytic_assignments(scene_.scene, scene_.space)) {
      costs_.seconds(assignment);
      other_walk_.add_start(assignment);
    }
    Plan plan = list_schedule(scene_.scene);
    const Assignment nearest = nearest_assignment(scene_.scene, scene_.space, plan);
    costs_.seconds(nearest);
    other_walk_.add_start(nearest);
    for (const Assignment& assignment : common_memory_assignments(scene_.scene, scene_.space)) {
      if (costs_.seconds(assignment).value_or(too_slow * costs_.best_seconds()) < too_slow * costs_.best_seconds()) {
        other_walk_.add_start(assignment);
      }
    }
    other_walk_.add_start(scene_.space.usual());
    if (costs_.best() != nullptr) {
      walk_.start(*costs_.best(), costs_.cost(*costs_.best())->guide());
    }
    const std::optional<Simulation> run = scene_.side.run(plan);
    if (run && run->status == SimulationStatus::done) {
      plan_seconds_ = run->makespan;
      plan_ = std::move(plan);
    }
  }

  /// Slices until so many assignments were looked at, the best is good enough or the simulations are used up.
  void search(std::uint64_t most_attempts, measure::Random& random) {
    const std::uint64_t tasks = std::max<std::uint64_t>(scene_.scene.graph.tasks.size(), usual_tasks);
    const std::uint64_t attempts = std::max(most_attempts * usual_tasks / tasks, std::uint64_t{1});
    for (std::uint64_t done = 0; done < attempts && costs_.best() != nullptr && costs_.left() > 0;
         done += attempts_of_slice) {
      const double before = costs_.best_seconds();
      if (before <= enough_) {
        return;
      }
      const std::size_t way = bandit_.choose();
      std::uint64_t made = 0;
      while (made < attempts_of_slice && attempt(static_cast<Way>(way), random)) {
        ++made;
      }
      bandit_.record(way, costs_.best_seconds() < before);
    }
  }

  /// False when the simulations are used up.
  bool attempt(Way way, measure::Random& random) {
    if (way == Way::policy) {
      if (!learner_) {
        learner_.emplace(scene_.scene, scene_.space, first_policy(scene_, random));
      }
      const auto seconds = costs_.seconds(learner_->draw(random));
      if (seconds) {
        learner_->learn(*seconds);
      }
      return seconds.has_value();
    }
    if (way == Way::walk || way == Way::other_walk) {
      NeighbourWalk& walk = way == Way::walk ? walk_ : other_walk_;
      const Assignment next = walk.next(*costs_.best(), random);
      const auto cost = costs_.cost(next);
      if (cost) {
        walk.judge(next, cost->guide());
      }
      return cost.has_value();
    }
    if (!chain_.started() || chain_.seconds() > too_far * costs_.best_seconds()) {
      chain_.start(*costs_.best(), costs_.best_seconds());
    }
    const Assignment next = chain_.next(random);
    const auto seconds = costs_.seconds(next);
    if (seconds) {
      chain_.judge(next, *seconds, random);
    }
    return seconds.has_value();
  }

  /// Random steps from the best, each an evaluation.
  std::optional<Assignment> step_without_simulation(measure::Random& random) {
    constexpr int most_tries = 1000;
    for (int tries = 0; tries < most_tries; ++tries) {
      Assignment next = costs_.best() == nullptr ? scene_.space.usual() : moves_.random_step(*costs_.best(), random);
      if (!costs_.was_proposed(next)) {
        costs_.proposed(next);
        return next;
      }
    }
    return std::nullopt;
  }

  SearcherScene scene_;
  PortfolioSettings settings_;
  Moves moves_;
  SideCosts costs_;
  AucBandit bandit_;
  NeighbourWalk walk_;       ///< begins at the best start
  NeighbourWalk other_walk_; ///< begins at each of them
  MetropolisChain chain_;
  std::optional<PolicyLearner> learner_;
  ProgramBounds bounds_;
  double enough_; ///< seconds within the gap of the lower bound for mappers
  bool started_ = false;
  std::optional<Plan> plan_; ///< of list scheduling, until it is proposed
  double plan_seconds_ = std::numeric_limits<double>::infinity();
  bool reached_ = false; ///< something evaluated is within the gap of the bound for its form
};

} // namespace

std::unique_ptr<Searcher> make_portfolio_searcher(const SearcherScene& scene, PortfolioSettings settings) {
  return std::make_unique<PortfolioSearcher>(scene, settings);
}

} // namespace mapwright::mapper
