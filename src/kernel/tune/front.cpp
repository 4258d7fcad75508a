#include "kernel/tune/front.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel {

namespace {

/// The objectives that one of the searches minimises the product of.
using Goal = std::vector<std::size_t>;

std::vector<Goal> goals_of(std::size_t objectives) {
  std::vector<Goal> goals;
  for (std::size_t i = 0; i < objectives; ++i) {
    goals.push_back({i});
  }
  if (objectives > 1) {
    Goal all(objectives);
    std::iota(all.begin(), all.end(), std::size_t{0});
    goals.push_back(std::move(all));
  }
  return goals;
}

/// One number for the search; nothing for what is invalid.
std::optional<double> product_of(const std::optional<Scores>& scores, const Goal& goal) {
  if (!scores || !std::all_of(scores->begin(), scores->end(), [](double score) { return std::isfinite(score); })) {
    return std::nullopt;
  }
  double product = 1;
  for (const std::size_t objective : goal) {
    product *= scores->at(objective);
  }
  return product;
}

/// One search, which learns from all trials so far and adds its own.
Result<void> search_for(const Goal& goal, const TuningSpace& space, Searcher& searcher, const ScoreFunction& score,
                        std::size_t evaluations, measure::Random& random, const KnownScores& known,
                        TunedFront& result) {
  std::vector<Trial> before;
  for (const ScoredTrial& trial : result.trials) {
    before.push_back({trial.configuration, product_of(trial.scores, goal)});
  }
  KnownCosts known_costs;
  for (const auto& [configuration, scores] : known) {
    known_costs[configuration] = product_of(scores, goal);
  }
  KnownScores fresh;
  const auto cost = [&](const Tuning& tuning) -> Result<std::optional<double>> {
    auto scores = score(tuning);
    if (!scores) {
      return forward(scores);
    }
    const auto value = product_of(*scores, goal);
    fresh[space.index_of(tuning).value()] = value ? *std::move(scores) : std::nullopt;
    return value;
  };
  const auto tuned = tune(space, searcher, cost, evaluations, random, known_costs, before);
  if (!tuned) {
    return forward(tuned);
  }
  for (std::size_t i = before.size(); i < tuned->trials.size(); ++i) {
    const std::size_t configuration = tuned->trials[i].configuration;
    const auto found = fresh.find(configuration);
    result.trials.push_back({configuration, found != fresh.end() ? found->second : known.at(configuration)});
  }
  result.evaluations += tuned->evaluations;
  return {};
}

} // namespace

bool dominates(const Scores& a, const Scores& b) {
  bool better = false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] > b[i]) {
      return false;
    }
    better = better || a[i] < b[i];
  }
  return better;
}

std::vector<std::size_t> front_of(std::span<const ScoredTrial> trials) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    if (trials[i].scores) {
      order.push_back(i);
    }
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return *trials[a].scores < *trials[b].scores; });
  std::vector<std::size_t> front; // whatever dominates another stands before it in that order
  std::copy_if(order.begin(), order.end(), std::back_inserter(front), [&](std::size_t i) {
    return std::none_of(front.begin(), front.end(), [&](std::size_t kept) {
      return *trials[kept].scores == *trials[i].scores || dominates(*trials[kept].scores, *trials[i].scores);
    });
  });
  return front;
}

Result<TunedFront> tune_front(const TuningSpace& space, std::string_view strategy, std::size_t objectives,
                              const ScoreFunction& score, std::size_t evaluations, measure::Random& random,
                              const KnownScores& known) {
  TunedFront result;
  const std::vector<Goal> goals = goals_of(objectives);
  for (std::size_t i = 0; i < goals.size(); ++i) {
    const auto searcher = make_searcher(strategy, space);
    if (!searcher) {
      return forward(searcher);
    }
    const std::size_t share = evaluations * (i + 1) / goals.size() - result.evaluations;
    const auto searched = search_for(goals[i], space, **searcher, score, share, random, known, result);
    if (!searched) {
      return forward(searched);
    }
  }
  result.front = front_of(result.trials);
  return result;
}

Result<TunedFront> simulate_front(const TuningSpace& space, std::string_view strategy, std::size_t objectives,
                                  const KnownScores& recorded, std::size_t evaluations, measure::Random& random) {
  const auto look_up = [&](const Tuning& tuning) -> Result<std::optional<Scores>> {
    const auto found = recorded.find(space.index_of(tuning).value());
    if (found == recorded.end()) {
      return fail(ErrorKind::input, fmt::format("the record has no result for {}", fmt::join(macros(tuning), " ")),
                  "a search is simulated on a record of all configurations: record one with 'exhaustive'");
    }
    return found->second;
  };
  return tune_front(space, strategy, objectives, look_up, evaluations, random);
}

} // namespace mapwright::kernel
