#include "llm/bandit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace mapwright::llm {
namespace {

/// A draw that is true with `probability`.
bool happens(measure::Random& random, double probability) {
  constexpr std::uint64_t steps = std::uint64_t{1} << 53U;
  return static_cast<double>(random.next() >> 11U) < probability * static_cast<double>(steps);
}

} // namespace

Bandit::Bandit(const std::vector<std::string>& models, const BanditOptions& options) : options_(options) {
  if (models.empty()) {
    throw std::logic_error("a bandit without models");
  }
  for (const std::string& model : models) {
    standings_.push_back({model, 0, 0, 0});
  }
}

std::size_t Bandit::choose(measure::Random& random, std::span<const std::size_t> in_flight) const {
  const bool at_random = happens(random, options_.random_share);
  const auto drawn = static_cast<std::size_t>(random.next() % standings_.size()); // one draw: the bias is below 2^-32
  std::vector<double> asked;
  for (const BanditStanding& standing : standings_) {
    asked.push_back(static_cast<double>(standing.asked));
  }
  for (const std::size_t model : in_flight) {
    asked.at(model) += 1;
  }
  double all = 0;
  double dearest = 0;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (asked[i] == 0) {
      return i;
    }
    all += asked[i];
    dearest = std::max(dearest, standings_[i].mean_cost);
  }
  if (at_random) {
    return drawn;
  }
  std::size_t best = 0;
  double best_index = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const BanditStanding& standing = standings_[i];
    const double reward = standing.mean_reward * static_cast<double>(standing.asked) / asked[i];
    const double cost = dearest > 0 ? standing.mean_cost / dearest : 0;
    const double index =
        reward - options_.cost_coefficient * cost + options_.exploration * std::sqrt(2 * std::log(all) / asked[i]);
    if (index > best_index) {
      best = i;
      best_index = index;
    }
  }
  return best;
}

void Bandit::learn(std::size_t model, double reward, double cost) {
  if (!(reward >= 0 && reward <= 1) || !(cost >= 0) || std::isinf(cost)) {
    throw std::logic_error("a reward lies in [0, 1] and a cost is finite and not negative");
  }
  BanditStanding& standing = standings_.at(model);
  ++standing.asked;
  const double share = 1 / static_cast<double>(standing.asked);
  standing.mean_reward += (reward - standing.mean_reward) * share;
  standing.mean_cost += (cost - standing.mean_cost) * share;
}

} // namespace mapwright::llm
