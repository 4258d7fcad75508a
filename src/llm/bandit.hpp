// Which of several models to ask next: a bandit that weighs what a model achieved against what it cost.
//
// UCB1 (Auer, Cesa-Bianchi, Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem", 2002) on the reward less
// a penalty for cost, as ShinkaEvolve does for ensembles of models:
//
//   index = mean reward - cost coefficient * mean cost / greatest mean cost + exploration * sqrt(2 ln N / n)
//
// with n what the model was asked, N what all were. The root grows without bound for a model that is not asked, so none
// is given up for ever. With a small probability a model is drawn at random instead: rewards of a search get rarer as
// it goes on, and the means remember the easy beginning.
#pragma once

#include "measure/random.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace mapwright::llm {

struct BanditOptions {
  double cost_coefficient = 0.5; ///< reward that the dearest model must make up for; ShinkaEvolve's value
  double exploration = 0.5;      ///< 1 is UCB1 for rewards spread over all of [0, 1]; rewards of a search are mostly 0
  double random_share = 0.05;    ///< probability of a draw at random
};

/// What is known of one model.
struct BanditStanding {
  std::string model;
  std::uint64_t asked = 0; ///< rewards learnt
  double mean_reward = 0;
  double mean_cost = 0; ///< in the caller's unit
};

/// A plain state machine: choices depend on what was learnt, on what is in flight and on the draws alone, so learning
/// the same history again and drawing the same numbers gives the same choices.
class Bandit {
public:
  /// REQUIRES: at least one model.
  explicit Bandit(const std::vector<std::string>& models, const BanditOptions& options = {});

  /// The index of the model to ask next. `in_flight` are models that were chosen and of which nothing was learnt yet:
  /// they count as asked, without reward, so that questions asked at once spread. Models never asked come first, in
  /// their order; of equal indices the first. Draws the same number of times whatever was learnt.
  [[nodiscard]] std::size_t choose(measure::Random& random, std::span<const std::size_t> in_flight = {}) const;

  /// What came of asking a model: a reward in [0, 1] (0 for a failure) and its cost, in one unit for all models:
  /// dollars, or tokens where some have no price. Throws std::logic_error outside these ranges.
  void learn(std::size_t model, double reward, double cost);

  /// In the order of the models.
  [[nodiscard]] const std::vector<BanditStanding>& standings() const { return standings_; }

private:
  BanditOptions options_;
  std::vector<BanditStanding> standings_;
};

} // namespace mapwright::llm
