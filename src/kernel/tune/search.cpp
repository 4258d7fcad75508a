#include "kernel/tune/search.hpp"

#include "core/suggest.hpp"
#include "kernel/tune/strategies.hpp"

#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel {

namespace {

struct Strategy {
  std::string name;
  std::unique_ptr<Searcher> (*make)(const TuningSpace& space);
};

const std::vector<Strategy>& strategies() {
  static const std::vector<Strategy> all = {
      {"exhaustive", make_exhaustive}, {"random", make_random}, {"annealing", make_annealing},
      {"evolution", make_evolution},   {"model", make_model},   {"bandit", make_bandit},
  };
  return all;
}

} // namespace

std::optional<Trial> best_of(std::span<const Trial> trials) {
  std::optional<Trial> best;
  for (const Trial& trial : trials) {
    if (trial.cost && (!best || *trial.cost < *best->cost)) {
      best = trial;
    }
  }
  return best;
}

std::optional<std::size_t> Searcher::next(std::span<const Trial> trials, measure::Random& random) {
  for (; seen_ < trials.size(); ++seen_) {
    untried_.remove(trials[seen_].configuration);
  }
  if (untried_.empty()) {
    return std::nullopt;
  }
  const std::size_t chosen = choose(trials, random);
  if (!untried_.contains(chosen)) {
    throw std::logic_error("a search asked for a configuration twice");
  }
  untried_.remove(chosen);
  return chosen;
}

const std::vector<std::string>& strategy_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Strategy& strategy : strategies()) {
      all.push_back(strategy.name);
    }
    return all;
  }();
  return names;
}

Result<std::unique_ptr<Searcher>> make_searcher(std::string_view name, const TuningSpace& space) {
  for (const Strategy& strategy : strategies()) {
    if (strategy.name == name) {
      return strategy.make(space);
    }
  }
  return fail(ErrorKind::input, fmt::format("there is no search strategy '{}'", name),
              suggest(name, strategy_names(), fmt::format("one of {}", fmt::join(strategy_names(), ", "))));
}

} // namespace mapwright::kernel
