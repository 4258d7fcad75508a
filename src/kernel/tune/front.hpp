// Several things to be minimised at once: which configurations no other one beats in all of them, and a search for
// these.
#pragma once

#include "kernel/tune/tune.hpp"

namespace mapwright::kernel {

/// One number for each objective, in a fixed order; less is better.
using Scores = std::vector<double>;

/// A configuration that was evaluated for several objectives.
struct ScoredTrial {
  std::size_t configuration = 0;  ///< an index of the TuningSpace
  std::optional<Scores> scores{}; ///< nothing: invalid
};

/// Whether `a` is nowhere worse than `b`, and better somewhere. REQUIRES: equal lengths.
bool dominates(const Scores& a, const Scores& b);

/// The Pareto front: places in `trials` of the valid ones that no other dominates, by ascending scores; of equal ones
/// the first.
std::vector<std::size_t> front_of(std::span<const ScoredTrial> trials);

/// Scores that are known already, by configuration; nothing: invalid.
using KnownScores = std::map<std::size_t, std::optional<Scores>>;

/// The scores of a configuration; nothing when it is invalid. An error ends the search.
using ScoreFunction = std::function<Result<std::optional<Scores>>(const Tuning&)>;

/// A search for several objectives that has ended.
struct TunedFront {
  std::vector<ScoredTrial> trials{}; ///< in the order in which they were asked for; no configuration twice
  std::vector<std::size_t> front{};  ///< front_of(trials)
  std::size_t evaluations = 0;       ///< calls of the score function
};

/// Searches with the strategy of that name for the front of `objectives` scores. The evaluations are shared out among
/// searches that minimise each objective alone and, when there are several, their product (of time and energy: the
/// energy-delay product); each knows what those before it found. What `known` holds is not evaluated and does not
/// count. Scores that are no finite numbers are invalid. The error of `score`; input error for an unknown strategy.
/// REQUIRES: objectives > 0, and so many scores of whatever is valid; several objectives: scores above 0.
Result<TunedFront> tune_front(const TuningSpace& space, std::string_view strategy, std::size_t objectives,
                              const ScoreFunction& score, std::size_t evaluations, measure::Random& random,
                              const KnownScores& known = {});

/// The same on `recorded` scores alone, of which each counts as an evaluation. Input error when the search asks for a
/// configuration that was not recorded.
Result<TunedFront> simulate_front(const TuningSpace& space, std::string_view strategy, std::size_t objectives,
                                  const KnownScores& recorded, std::size_t evaluations, measure::Random& random);

} // namespace mapwright::kernel
