#include "kernel/scientist/payoff.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace mapwright::kernel::scientist {

namespace {

constexpr std::array all_roles{Role::selector, Role::designer, Role::writer};
constexpr std::string_view before_the_reason = ": ";

} // namespace

std::string_view to_string(Role role) {
  switch (role) {
  case Role::selector:
    return "selector";
  case Role::designer:
    return "designer";
  case Role::writer:
    break;
  }
  return "writer";
}

double reward_of(SpeedVerdict verdict, double ratio) {
  return verdict == SpeedVerdict::faster ? std::clamp(1 - ratio, 0.0, 1.0) : 0;
}

void Payoffs::add(Role role, const std::string& who, double reward, double tokens) {
  std::vector<llm::Outcome>& outcomes = role == Role::selector   ? selectors_
                                        : role == Role::designer ? designers_
                                                                 : writers_;
  outcomes.push_back({who, reward, tokens});
}

const std::vector<llm::Outcome>& Payoffs::of(Role role) const {
  return role == Role::selector ? selectors_ : role == Role::designer ? designers_ : writers_;
}

std::vector<RoleStanding> Payoffs::standings() const {
  std::vector<RoleStanding> all;
  for (const Role role : all_roles) {
    for (const llm::Outcome& outcome : of(role)) {
      auto found = std::find_if(all.begin(), all.end(), [&](const RoleStanding& standing) {
        return standing.role == role && standing.who == outcome.model;
      });
      if (found == all.end()) {
        all.push_back({role, outcome.model});
        found = all.end() - 1;
      }
      ++found->experiments;
      found->paid += outcome.reward > 0 ? 1U : 0U;
      found->reward += (outcome.reward - found->reward) / static_cast<double>(found->experiments);
      found->tokens += outcome.cost;
    }
  }
  return all;
}

std::string blame(Role role, const std::string& who, const std::string& why) {
  return fmt::format("the {} {}{}{}", to_string(role), who, before_the_reason, why);
}

std::string who_is_blamed(Role role, std::string_view failure) {
  const std::string opening = fmt::format("the {} ", to_string(role));
  const std::size_t end = failure.find(before_the_reason);
  if (!failure.starts_with(opening) || end == std::string_view::npos) {
    return {};
  }
  return std::string(failure.substr(opening.size(), end - opening.size()));
}

} // namespace mapwright::kernel::scientist
