#include "mapper/search/metropolis.hpp"

#include "mapper/search/chance.hpp"
#include "mapper/search/side_costs.hpp"

#include <cmath>
#include <utility>

namespace mapwright::mapper {

namespace {

constexpr int stretch = 60;        ///< steps between two evaluations
constexpr int most_stretches = 10; ///< without anything new, before the chain has nothing more to propose
constexpr int most_known_steps = 200;

class McmcSearcher : public Searcher {
public:
  explicit McmcSearcher(const SearcherScene& scene)
      : scene_(scene), moves_(scene.scene.program, scene.space), chain_(moves_), costs_(scene) {}
  [[nodiscard]] std::string_view name() const override { return "mcmc"; }

  std::optional<Mapping> propose(measure::Random& random) override {
    std::optional<Assignment> next;
    for (int stretches = 0; !next && stretches < most_stretches && costs_.left() > 0; ++stretches) {
      walk(random);
      next = costs_.next_proposal();
    }
    if (!next) {
      next = step_by_evaluation(random);
    }
    return next ? std::optional(Mapping{std::move(next), {}, {}}) : std::nullopt;
  }

  void observe(const Trial& trial) override {
    costs_.learn(trial);
    if (trial.mapping.assignment && asked_ && *trial.mapping.assignment == *asked_) {
      observed_ = trial.makespan;
    }
  }

private:
  void walk(measure::Random& random) {
    if (!chain_.started()) {
      const Assignment first = scene_.space.usual();
      const auto seconds = costs_.seconds(first);
      if (!seconds) {
        return;
      }
      chain_.start(first, *seconds);
    }
    for (int steps = 0; steps < stretch; ++steps) {
      const Assignment next = chain_.next(random);
      const auto seconds = costs_.seconds(next);
      if (!seconds) {
        return;
      }
      chain_.judge(next, *seconds, random);
    }
  }

  /// What was not proposed yet of what the chain has seen, then steps that are judged when they were evaluated.
  std::optional<Assignment> step_by_evaluation(measure::Random& random) {
    if (asked_ && observed_) {
      if (chain_.started()) {
        chain_.judge(*asked_, *observed_, random);
      } else {
        chain_.start(*asked_, *observed_);
      }
    }
    observed_.reset();
    asked_ = costs_.next_proposal();
    if (!asked_ && !chain_.started() && !costs_.was_proposed(scene_.space.usual())) {
      asked_ = scene_.space.usual();
    }
    for (int tries = 0; !asked_ && chain_.started() && tries < most_known_steps; ++tries) {
      Assignment next = chain_.next(random);
      if (!costs_.was_proposed(next)) {
        asked_ = std::move(next);
      }
    }
    if (asked_) {
      costs_.proposed(*asked_);
    }
    return asked_;
  }

  SearcherScene scene_;
  Moves moves_;
  MetropolisChain chain_;
  SideCosts costs_;
  std::optional<Assignment> asked_; ///< the step that is being evaluated
  std::optional<double> observed_;  ///< what that gave
};

} // namespace

double metropolis_probability(double seconds, double next_seconds, double temperature) {
  if (next_seconds <= seconds) {
    return 1;
  }
  return std::isfinite(next_seconds) ? std::exp(-(next_seconds / seconds - 1) / temperature) : 0;
}

void MetropolisChain::start(Assignment assignment, double seconds) {
  at_ = std::move(assignment);
  seconds_ = seconds;
}

bool MetropolisChain::judge(const Assignment& assignment, double seconds, measure::Random& random) {
  const bool taken = unit_draw(random) < metropolis_probability(seconds_, seconds, temperature_);
  if (taken) {
    start(assignment, seconds);
  }
  return taken;
}

std::unique_ptr<Searcher> make_mcmc_searcher(const SearcherScene& scene) {
  return std::make_unique<McmcSearcher>(scene);
}

} // namespace mapwright::mapper
