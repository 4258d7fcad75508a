#include "mapper/search/neighbours.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace mapwright::mapper {

Assignment with_option(const DecisionSpace& space, Assignment assignment, std::size_t decision, std::uint16_t option) {
  assignment[decision] = option;
  return space.legal(std::move(assignment));
}

Assignment with_option_in_group(const DecisionSpace& space, Assignment assignment, std::size_t decision,
                                std::uint16_t option) {
  const std::vector<Decision>& decisions = space.decisions();
  const std::string& text = decisions[decision].options[option];
  for (std::size_t other = 0; other < decisions.size(); ++other) {
    const std::vector<std::string>& options = decisions[other].options;
    const auto same = std::find(options.begin(), options.end(), text);
    if (decisions[other].group == decisions[decision].group && same != options.end()) {
      assignment[other] = static_cast<std::uint16_t>(same - options.begin());
    }
  }
  return space.legal(std::move(assignment));
}

std::vector<Assignment> neighbours(const DecisionSpace& space, const Assignment& assignment, bool alone) {
  std::set<Assignment> seen{assignment};
  std::set<std::pair<std::string, std::string>> tried; // group and option
  std::vector<Assignment> all;
  for (std::size_t decision = 0; decision < assignment.size(); ++decision) {
    const Decision& made = space.decisions()[decision];
    for (std::size_t number = 0; number < made.options.size(); ++number) {
      const auto option = static_cast<std::uint16_t>(number);
      if (!alone && !tried.emplace(made.group, made.options[option]).second) {
        continue;
      }
      Assignment next = alone ? with_option(space, assignment, decision, option)
                              : with_option_in_group(space, assignment, decision, option);
      if (seen.insert(next).second) {
        all.push_back(std::move(next));
      }
    }
  }
  return all;
}

} // namespace mapwright::mapper
