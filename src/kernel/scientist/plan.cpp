#include "kernel/scientist/plan.hpp"

#include <algorithm>

namespace mapwright::kernel::scientist {

std::vector<std::size_t> choose_three(const std::vector<ExperimentPlan>& plans) {
  std::vector<std::size_t> chosen;
  const auto choose = [&](const auto& value) {
    std::size_t best = plans.size();
    for (std::size_t i = 0; i < plans.size(); ++i) {
      const bool taken = std::find(chosen.begin(), chosen.end(), i) != chosen.end();
      if (!taken && (best == plans.size() || value(plans[i]) > value(plans[best]))) {
        best = i;
      }
    }
    if (best < plans.size()) {
      chosen.push_back(best);
    }
  };
  choose([](const ExperimentPlan& plan) { return static_cast<double>(plan.innovation); });
  choose([](const ExperimentPlan& plan) { return plan.gain.high; });
  choose([](const ExperimentPlan& plan) { return plan.gain.low; });
  return chosen;
}

} // namespace mapwright::kernel::scientist
