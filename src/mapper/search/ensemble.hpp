// An ensemble of techniques under a bandit, in the manner of OpenTuner: the baseline that others are measured against.
#pragma once

#include "mapper/search/searcher.hpp"

#include <memory>

namespace mapwright::mapper {

/// Differential evolution, uniform and normal greedy mutation and crossover under an AucBandit; every step is an
/// evaluation, there are no side simulations. Assignments that were evaluated before are not proposed again; ends when
/// nothing new was found in 200 draws.
std::unique_ptr<Searcher> make_ensemble_searcher(const SearcherScene& scene);

} // namespace mapwright::mapper
