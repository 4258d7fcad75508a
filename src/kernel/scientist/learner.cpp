#include "kernel/scientist/learner.hpp"

#include "kernel/scientist/generation.hpp"

#include <algorithm>
#include <utility>

namespace mapwright::kernel::scientist {

namespace {

/// Gains are times before / times after, ratios the opposite.
Prediction prediction_of(const Version& version, std::string designer) {
  Prediction prediction{version.step,       std::move(designer), version.plan->name,
                        version.plan->kind, version.plan->gain,  version.plan->innovation};
  if (version.measured && version.measured->ratio_interval.low > 0) {
    prediction.gain = 1 / version.measured->ratio;
    prediction.measured = Interval{1 / version.measured->ratio_interval.high, 1 / version.measured->ratio_interval.low};
  }
  return prediction;
}

} // namespace

Learner::Learner(std::string task, Backend backend, std::string device, const std::vector<Finding>& elsewhere)
    : findings_(std::move(task), backend, std::move(device)) {
  findings_.bring_in(elsewhere);
}

/// Somebody who failed among several is told by the reason alone.
void Learner::observe_design(const archive::Step& step) {
  if (!step.candidate) {
    for (const Role role : {Role::selector, Role::designer}) {
      if (const std::string who = who_is_blamed(role, step.failure); !who.empty()) {
        ledger_.payoffs().add(role, who, 0, static_cast<double>(step.used.tokens));
      }
    }
    return;
  }
  const nlohmann::json content = nlohmann::json::parse(step.candidate->content, nullptr, false);
  if (!content.is_object()) {
    return;
  }
  const std::size_t experiments = std::max<std::size_t>(content.value("chosen", nlohmann::json::array()).size(), 1);
  designs_[step.number] = {content.value("selector", std::string()), content.value("designer", std::string()),
                           static_cast<double>(step.used.tokens) / static_cast<double>(experiments)};
}

/// Selector and designer are not to blame for what was not written.
void Learner::observe_payoff(const archive::Step& step, const Version& version) {
  Payoffs& payoffs = ledger_.payoffs();
  const auto tokens = static_cast<double>(step.used.tokens);
  if (!step.candidate) {
    if (const std::string who = who_is_blamed(Role::writer, step.failure); !who.empty()) {
      payoffs.add(Role::writer, who, 0, tokens);
    }
    return;
  }
  const double reward = version.measured ? reward_of(version.measured->verdict, version.measured->ratio) : 0;
  payoffs.add(Role::writer, version.author, reward, tokens);
  for (const archive::Parent& parent : step.parents) {
    const auto design = parent.role == design_role ? designs_.find(parent.step) : designs_.end();
    if (design != designs_.end()) {
      payoffs.add(Role::selector, design->second.selector, reward, design->second.tokens);
      payoffs.add(Role::designer, design->second.designer, reward, design->second.tokens);
    }
  }
}

void Learner::observe(const archive::Step& step, const Population& population) {
  if (step.proposer == design_proposer) {
    observe_design(step);
    return;
  }
  const auto version = population.at(step.number);
  if (!version || !version->plan) {
    return;
  }
  observe_payoff(step, *version);
  if (!step.candidate || step.repeats) {
    return;
  }
  const nlohmann::json& notes = step.candidate->notes;
  ledger_.add(prediction_of(*version, notes.is_object() ? notes.value("designer", std::string()) : std::string()),
              version->measured ? version->measured->verdict : SpeedVerdict::unclear);
  findings_.learn(*version);
}

} // namespace mapwright::kernel::scientist
