#include "mapper/search/bandit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mapwright::mapper {

std::vector<double> AucBandit::scores() const {
  std::vector<double> uses(ways_, 0.0);
  std::vector<double> area(ways_, 0.0); // sum of i V_i
  for (const auto& [way, hit] : uses_) {
    uses[way] += 1;
    area[way] += hit ? uses[way] : 0;
  }
  std::vector<double> scores(ways_, std::numeric_limits<double>::infinity());
  for (std::size_t way = 0; way < ways_; ++way) {
    if (uses[way] > 0) {
      const double spread = std::sqrt(2 * std::log2(static_cast<double>(uses_.size())) / uses[way]);
      scores[way] = 2 * area[way] / (uses[way] * (uses[way] + 1)) + exploration_ * spread;
    }
  }
  return scores;
}

std::size_t AucBandit::choose() const {
  const std::vector<double> all = scores();
  return static_cast<std::size_t>(std::max_element(all.begin(), all.end()) - all.begin());
}

void AucBandit::record(std::size_t way, bool hit) {
  uses_.emplace_back(way, hit);
  if (uses_.size() > window_) {
    uses_.pop_front();
  }
}

} // namespace mapwright::mapper
