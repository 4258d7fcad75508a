#include "mapper/search/moves.hpp"

#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

constexpr int most_idle_moves = 30;

} // namespace

std::vector<std::vector<std::uint32_t>> regions_of_parameters(const Program& program) {
  std::vector<std::vector<std::uint32_t>> regions;
  regions.reserve(program.kinds.size());
  for (const TaskKind& kind : program.kinds) {
    regions.emplace_back(kind.parameters.size(), none);
  }
  std::set<std::pair<std::uint32_t, std::size_t>> seen;
  for (const Launch& launch : program.launches) {
    for (std::size_t i = 0; i < launch.arguments.size() && i < regions[launch.kind].size(); ++i) {
      const std::uint32_t region = launch.arguments[i].region;
      std::uint32_t& known = regions[launch.kind][i];
      known = seen.emplace(launch.kind, i).second || known == region ? region : none;
    }
  }
  return regions;
}

Moves::Moves(const Program& program, const DecisionSpace& space) : space_(space) {
  std::map<std::tuple<DecisionSort, std::string, std::string>, Move> groups; // by sort, scope and name of the option
  const auto regions = regions_of_parameters(program);
  const std::vector<Decision>& decisions = space.decisions();
  for (std::uint32_t d = 0; d < decisions.size(); ++d) {
    const Decision& decision = decisions[d];
    for (std::uint16_t option = 0; option < decision.options.size(); ++option) {
      const auto join = [&](const std::string& scope) {
        groups[{decision.sort, scope, decision.options[option]}].options.emplace_back(d, option);
      };
      single_.push_back({{{d, option}}});
      join("all");
      join("group " + decision.group);
      if (decision.parameter != none) {
        join(fmt::format("kind {}", decision.kind));
        join(fmt::format("region {}", regions[decision.kind][decision.parameter]));
      }
    }
  }
  std::set<std::vector<std::pair<std::uint32_t, std::uint16_t>>> known;
  for (auto& [key, move] : groups) {
    if (move.options.size() > 1 && known.insert(move.options).second) {
      joint_.push_back(std::move(move));
    }
  }
}

Assignment Moves::apply(Assignment assignment, const Move& move) const {
  for (const auto& [decision, option] : move.options) {
    assignment[decision] = option;
  }
  return space_.legal(std::move(assignment));
}

Assignment Moves::random_step(const Assignment& assignment, measure::Random& random) const {
  for (int tries = 0; tries < most_idle_moves && !single_.empty(); ++tries) {
    const std::vector<Move>& from = !joint_.empty() && random.below(3) == 0 ? joint_ : single_;
    Assignment next = apply(assignment, from[random.below(from.size())]);
    if (next != assignment) {
      return next;
    }
  }
  return assignment;
}

} // namespace mapwright::mapper
