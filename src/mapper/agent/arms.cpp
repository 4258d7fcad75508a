#include "mapper/agent/arms.hpp"

#include <algorithm>

namespace mapwright::mapper {

namespace {

/// Parts and levels cost nothing by themselves.
constexpr llm::BanditOptions free_arms{0, 0.5, 0.05};

std::vector<std::string> level_names(const std::vector<GuidanceLevel>& levels) {
  std::vector<std::string> names;
  for (const GuidanceLevel level : levels) {
    names.emplace_back(to_string(level));
  }
  return names;
}

} // namespace

ArmChoice::ArmChoice(const std::vector<std::string>& parts, const std::vector<GuidanceLevel>& levels,
                     const std::vector<std::string>& models)
    : parts_(parts, free_arms), levels_(level_names(levels), free_arms), models_(models),
      available_(models.size(), true) {}

std::optional<QuestionArms> ArmChoice::choose(std::uint64_t step, measure::Random& random) {
  std::vector<std::size_t> parts;
  std::vector<std::size_t> levels;
  std::vector<std::size_t> models;
  for (const auto& [number, arms] : under_way_) {
    parts.push_back(arms.part);
    levels.push_back(arms.level);
    models.push_back(arms.model);
  }
  QuestionArms arms{parts_.choose(random, parts), levels_.choose(random, levels), models_.choose(random, models)};
  if (std::none_of(available_.begin(), available_.end(), [](bool is) { return is; })) {
    return std::nullopt;
  }
  while (!available_[arms.model]) {
    arms.model = (arms.model + 1) % available_.size();
  }
  under_way_.emplace(step, arms);
  return arms;
}

void ArmChoice::learn(std::uint64_t step, double reward, double tokens) {
  const auto found = under_way_.find(step);
  if (found == under_way_.end()) {
    return;
  }
  parts_.learn(found->second.part, reward, 0);
  levels_.learn(found->second.level, reward, 0);
  models_.learn(found->second.model, reward, tokens);
  under_way_.erase(found);
}

void ArmChoice::lose_model(std::uint64_t step) {
  const auto found = under_way_.find(step);
  if (found != under_way_.end()) {
    available_[found->second.model] = false;
    under_way_.erase(found);
  }
}

} // namespace mapwright::mapper
