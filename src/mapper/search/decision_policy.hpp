// A stochastic policy over decisions: a network scores each allowed option from its features, the policy is the softmax
// of the scores. It knows no program, machine or size, so that one trained on one scene can begin on another.
#pragma once

#include "core/error.hpp"
#include "mapper/search/decision_features.hpp"
#include "mapper/search/decision_space.hpp"
#include "mapper/search/network.hpp"
#include "measure/random.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mapwright::mapper {

/// What was known and done at one decision with a choice.
struct PolicyStep {
  std::vector<std::uint16_t> options;        ///< the allowed ones
  std::vector<std::vector<double>> features; ///< of each
  std::vector<double> probabilities;         ///< of each
  std::size_t chosen = 0;                    ///< among them
};

/// An assignment drawn from a policy.
struct PolicyEpisode {
  Assignment assignment;
  std::vector<PolicyStep> steps;
};

class DecisionPolicy {
public:
  /// Small random weights: nearly the uniform policy.
  explicit DecisionPolicy(measure::Random& random);
  /// REQUIRES: as many inputs as there are features.
  explicit DecisionPolicy(DenseNetwork network) : network_(std::move(network)) {}

  [[nodiscard]] const DenseNetwork& network() const { return network_; }
  [[nodiscard]] DenseNetwork& network() { return network_; }
  [[nodiscard]] PolicyEpisode draw(const DecisionFeatures& features, const DecisionSpace& space,
                                   measure::Random& random) const;
  /// The most probable option of each decision in order.
  [[nodiscard]] Assignment most_probable(const DecisionFeatures& features, const DecisionSpace& space) const;

private:
  [[nodiscard]] PolicyStep look(const DecisionFeatures& features, const DecisionSpace& space, const Assignment& before,
                                std::size_t decision) const;

  DenseNetwork network_;
};

/// Adds the derivative of -advantage * log(probability of what was chosen) - entropy_weight * entropy, summed over the
/// steps, by each weight of the network to `slope`.
void add_policy_slope(const DenseNetwork& network, const PolicyEpisode& episode, double advantage,
                      double entropy_weight, std::vector<double>& slope);

inline constexpr int policy_schema = 1; ///< version of the document

/// One JSON document: schema_version, names of the features, layers.
std::string policy_json(const DecisionPolicy& policy);
/// The policy of a document that policy_json wrote. Input error at its place in `file` (not JSON) or with the path in
/// the document ("/layers/0/weights"): another version, other features, layers that do not fit, numbers not finite.
Result<DecisionPolicy> policy_from_json(std::string_view text, const std::string& file);

} // namespace mapwright::mapper
