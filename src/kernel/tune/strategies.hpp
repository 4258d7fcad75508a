// The strategies of search.hpp, one file each. `space` must outlive what is made.
#pragma once

#include "kernel/tune/search.hpp"

namespace mapwright::kernel {

/// All configurations in their order.
std::unique_ptr<Searcher> make_exhaustive(const TuningSpace& space);

/// Uniformly at random, without replacement.
std::unique_ptr<Searcher> make_random(const TuningSpace& space);

/// Simulated annealing (Kirkpatrick, Gelatt, Vecchi, Science 220, 1983) over nearest untried configurations, with
/// relative costs, a geometric schedule and a fresh start when it is stuck.
std::unique_ptr<Searcher> make_annealing(const TuningSpace& space);

/// Differential evolution, best/1/bin (Storn, Price, J. Global Optimization 11, 1997), on positions; what it breeds is
/// moved to the nearest untried configuration.
std::unique_ptr<Searcher> make_evolution(const TuningSpace& space);

/// Sequential search on a model of the logarithm of the cost: a Gaussian process, or with many trials a random forest
/// (Hutter, Hoos, Leyton-Brown, LION 2011); the expected improvement of untried configurations, times the chance that
/// they are valid, and more of it where only one tunable differs from the best.
std::unique_ptr<Searcher> make_model(const TuningSpace& space);

/// A bandit over annealing, evolution, model and random: who lately found new bests is asked more often, by the area
/// under the curve of its successes (Ansel et al., "OpenTuner", PACT 2014).
std::unique_ptr<Searcher> make_bandit(const TuningSpace& space);

} // namespace mapwright::kernel
