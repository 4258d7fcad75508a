// A search run to its end: against a cost function, or against costs that were recorded.
#pragma once

#include "kernel/tune/search.hpp"

#include <functional>
#include <map>

namespace mapwright::kernel {

/// Costs that are known already, by configuration; nothing: invalid.
using KnownCosts = std::map<std::size_t, std::optional<double>>;

/// What a configuration costs: less is better; nothing when it is invalid. An error ends the search.
using CostFunction = std::function<Result<std::optional<double>>(const Tuning&)>;

/// A search that has ended.
struct Tuned {
  std::vector<Trial> trials{}; ///< in the order in which they were asked for; no configuration twice
  std::optional<Trial> best{}; ///< nothing when no configuration was valid
  std::size_t evaluations = 0; ///< calls of the cost function
};

/// Asks `searcher` until `evaluations` calls of `cost` are made or nothing is left. What `known` holds is not evaluated
/// and does not count. `before`: trials that the searcher learns from and never asks for; they come first in the
/// result. A cost that is no finite number counts as invalid. The error of `cost`.
Result<Tuned> tune(const TuningSpace& space, Searcher& searcher, const CostFunction& cost, std::size_t evaluations,
                   measure::Random& random, const KnownCosts& known = {}, std::vector<Trial> before = {});

/// The same search on `recorded` costs alone, of which each counts as an evaluation. Input error when the search asks
/// for a configuration that was not recorded.
Result<Tuned> simulate(const TuningSpace& space, Searcher& searcher, const KnownCosts& recorded,
                       std::size_t evaluations, measure::Random& random);

/// The costs of these trials.
KnownCosts costs_of(std::span<const Trial> trials);

} // namespace mapwright::kernel
