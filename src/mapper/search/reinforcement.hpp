// Reinforcement learning: a policy over the decisions, trained on side simulations between evaluations.
//
// Williams, "Simple Statistical Gradient-Following Algorithms for Connectionist Reinforcement Learning" (REINFORCE),
// 1992. The reward of an assignment is minus the logarithm of its makespan; a learned baseline is taken from it, and
// what is left is divided by its deviation in the batch. A weight on the entropy of the policy, smaller with each
// update, keeps it from settling early.
#pragma once

#include "mapper/search/decision_policy.hpp"
#include "mapper/search/searcher.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace mapwright::mapper {

struct PolicyTraining {
  std::size_t batch = 16;       ///< assignments of one update
  double rate = 0.01;           ///< of Adam
  double baseline_rate = 0.3;   ///< by which the baseline follows the rewards
  double entropy = 0.03;        ///< weight at first
  double entropy_decay = 0.97;  ///< factor of each update
  double least_entropy = 0.001; ///< weight at last
};

/// Draws assignments of one scene from a policy and improves it by what they cost.
class PolicyLearner {
public:
  /// Scene and space must outlive the object.
  PolicyLearner(const SearchScene& scene, const DecisionSpace& space, DecisionPolicy policy,
                PolicyTraining training = {});

  /// The next assignment; `learn` must be told what it costs before the next one.
  const Assignment& draw(measure::Random& random);
  /// Seconds of the last one drawn; infinite when it did not run. Every `batch` of them the policy is updated.
  void learn(double seconds);

  [[nodiscard]] const DecisionPolicy& policy() const { return policy_; }
  [[nodiscard]] const DecisionFeatures& features() const { return features_; }

private:
  void update();

  const DecisionSpace& space_;
  DecisionFeatures features_;
  DecisionPolicy policy_;
  PolicyTraining training_;
  Adam adam_;
  PolicyEpisode drawn_;
  std::vector<PolicyEpisode> episodes_;
  std::vector<double> rewards_;
  std::optional<double> baseline_;
  double entropy_;
};

/// Each evaluation is of the best assignment not evaluated before among those drawn; the policy is trained in four
/// batches of side simulations before each. When there are none left the evaluations train it.
std::unique_ptr<Searcher> make_rl_searcher(const SearcherScene& scene);

/// What the scene says to begin with, else a new policy.
DecisionPolicy first_policy(const SearcherScene& scene, measure::Random& random);

} // namespace mapwright::mapper
