#include "kernel/scientist/learner.hpp"

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

void Learner::observe(const archive::Step& step, const Population& population) {
  if (!step.candidate || step.repeats) {
    return;
  }
  const auto version = population.at(step.number);
  if (!version || !version->plan) {
    return;
  }
  const nlohmann::json& notes = step.candidate->notes;
  ledger_.add(prediction_of(*version, notes.is_object() ? notes.value("designer", std::string()) : std::string()),
              version->measured ? version->measured->verdict : SpeedVerdict::unclear);
  findings_.learn(*version);
}

} // namespace mapwright::kernel::scientist
