#include "mapper/search/decision_policy.hpp"

#include "mapper/search/chance.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace mapwright::mapper {

namespace {

constexpr std::size_t hidden_units = 24;

DenseNetwork new_network(measure::Random& random) {
  const std::array<std::size_t, 2> sizes{decision_feature_names().size(), hidden_units};
  return DenseNetwork(sizes, random);
}

std::vector<double> softmax(std::vector<double> scores) {
  const double highest = *std::max_element(scores.begin(), scores.end());
  double sum = 0;
  for (double& score : scores) {
    score = std::exp(score - highest);
    sum += score;
  }
  for (double& score : scores) {
    score /= sum;
  }
  return scores;
}

} // namespace

DecisionPolicy::DecisionPolicy(measure::Random& random) : network_(new_network(random)) {}

PolicyStep DecisionPolicy::look(const DecisionFeatures& features, const DecisionSpace& space, const Assignment& before,
                                std::size_t decision) const {
  PolicyStep step;
  const std::vector<bool> allowed = space.allowed(before, decision);
  for (std::uint16_t option = 0; option < allowed.size(); ++option) {
    if (allowed[option]) {
      step.options.push_back(option);
    }
  }
  if (step.options.size() == 1) {
    step.probabilities = {1};
    return step;
  }
  std::vector<double> scores;
  for (const std::uint16_t option : step.options) {
    step.features.push_back(features.of(before, decision, option));
    scores.push_back(network_.value(step.features.back()));
  }
  step.probabilities = softmax(std::move(scores));
  return step;
}

PolicyEpisode DecisionPolicy::draw(const DecisionFeatures& features, const DecisionSpace& space,
                                   measure::Random& random) const {
  PolicyEpisode episode;
  for (std::size_t d = 0; d < space.decisions().size(); ++d) {
    PolicyStep step = look(features, space, episode.assignment, d);
    step.chosen = weighted_draw(step.probabilities, random);
    episode.assignment.push_back(step.options[step.chosen]);
    if (step.options.size() > 1) {
      episode.steps.push_back(std::move(step));
    }
  }
  return episode;
}

Assignment DecisionPolicy::most_probable(const DecisionFeatures& features, const DecisionSpace& space) const {
  Assignment assignment;
  for (std::size_t d = 0; d < space.decisions().size(); ++d) {
    const PolicyStep step = look(features, space, assignment, d);
    const auto most = std::max_element(step.probabilities.begin(), step.probabilities.end());
    assignment.push_back(step.options[static_cast<std::size_t>(most - step.probabilities.begin())]);
  }
  return assignment;
}

void add_policy_slope(const DenseNetwork& network, const PolicyEpisode& episode, double advantage,
                      double entropy_weight, std::vector<double>& slope) {
  for (const PolicyStep& step : episode.steps) {
    double entropy = 0;
    for (const double p : step.probabilities) {
      entropy -= p > 0 ? p * std::log(p) : 0;
    }
    for (std::size_t i = 0; i < step.options.size(); ++i) {
      const double p = step.probabilities[i];
      const double by_score =
          -advantage * ((i == step.chosen ? 1 : 0) - p) + (p > 0 ? entropy_weight * p * (std::log(p) + entropy) : 0);
      network.add_slope(step.features[i], by_score, slope);
    }
  }
}

} // namespace mapwright::mapper
