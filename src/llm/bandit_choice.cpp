#include "llm/bandit_choice.hpp"

#include <algorithm>

namespace mapwright::llm {

std::size_t choose_model(const std::vector<std::string>& models, std::span<const Outcome> past, std::size_t place,
                         const BanditOptions& options) {
  Bandit bandit(models, options);
  std::uint64_t learnt = 0;
  for (const Outcome& outcome : past) {
    const auto model = std::find(models.begin(), models.end(), outcome.model);
    if (model != models.end()) {
      bandit.learn(static_cast<std::size_t>(model - models.begin()), outcome.reward, outcome.cost);
      ++learnt;
    }
  }
  measure::Random random(learnt);
  std::vector<std::size_t> in_flight;
  while (in_flight.size() <= place) {
    in_flight.push_back(bandit.choose(random, in_flight));
  }
  return in_flight.back();
}

} // namespace mapwright::llm
