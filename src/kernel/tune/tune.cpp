#include "kernel/tune/tune.hpp"

#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel {

Result<Tuned> tune(const TuningSpace& space, Searcher& searcher, const CostFunction& cost, std::size_t evaluations,
                   measure::Random& random, const KnownCosts& known, std::vector<Trial> before) {
  Tuned tuned{.trials = std::move(before)};
  while (tuned.evaluations < evaluations) {
    const auto configuration = searcher.next(tuned.trials, random);
    if (!configuration) {
      break;
    }
    Trial trial{*configuration};
    if (const auto found = known.find(*configuration); found != known.end()) {
      trial.cost = found->second;
    } else {
      const auto evaluated = cost(space.tuning(*configuration));
      if (!evaluated) {
        return forward(evaluated);
      }
      trial.cost = *evaluated;
      ++tuned.evaluations;
    }
    if (trial.cost && !std::isfinite(*trial.cost)) {
      trial.cost.reset();
    }
    tuned.trials.push_back(trial);
  }
  tuned.best = best_of(tuned.trials);
  return tuned;
}

Result<Tuned> simulate(const TuningSpace& space, Searcher& searcher, const KnownCosts& recorded,
                       std::size_t evaluations, measure::Random& random) {
  const auto look_up = [&](const Tuning& tuning) -> Result<std::optional<double>> {
    const auto index = space.index_of(tuning);
    const auto found = index ? recorded.find(*index) : recorded.end();
    if (found == recorded.end()) {
      return fail(ErrorKind::input, fmt::format("the record has no result for {}", fmt::join(macros(tuning), " ")),
                  "a search is simulated on a record of all configurations: record one with 'exhaustive'");
    }
    return found->second;
  };
  return tune(space, searcher, look_up, evaluations, random);
}

KnownCosts costs_of(std::span<const Trial> trials) {
  KnownCosts costs;
  for (const Trial& trial : trials) {
    costs[trial.configuration] = trial.cost;
  }
  return costs;
}

} // namespace mapwright::kernel
