#include "mapper/search/side_costs.hpp"

#include <utility>

namespace mapwright::mapper {

void SideCosts::note(const Assignment& assignment, double seconds) {
  known_.insert_or_assign(assignment, seconds);
  if (seconds < best_seconds_) {
    best_seconds_ = seconds;
    best_ = assignment;
  }
  if (!proposed_.contains(assignment)) {
    waiting_.emplace(seconds, assignment);
  }
}

std::optional<double> SideCosts::seconds(const Assignment& assignment) {
  const auto known = known_.find(assignment);
  if (known != known_.end()) {
    return known->second;
  }
  if (scene_.side.left() == 0) {
    return std::nullopt;
  }
  const std::optional<Simulation> run = scene_.side.run(scene_.space.plan(assignment));
  const bool done = run && run->status == SimulationStatus::done;
  note(assignment, done ? run->makespan : std::numeric_limits<double>::infinity());
  return known_.at(assignment);
}

void SideCosts::learn(const Trial& trial) {
  if (!trial.mapping.assignment) {
    return;
  }
  const Assignment& assignment = *trial.mapping.assignment;
  proposed_.insert(assignment);
  const auto known = known_.find(assignment);
  if (known == known_.end()) {
    note(assignment, trial.makespan);
  } else {
    waiting_.erase({known->second, assignment});
  }
}

std::optional<Assignment> SideCosts::next_proposal(double most_seconds) {
  while (!waiting_.empty() && waiting_.begin()->first <= most_seconds) {
    Assignment next = waiting_.begin()->second;
    waiting_.erase(waiting_.begin());
    if (proposed_.insert(next).second) {
      return next;
    }
  }
  return std::nullopt;
}

} // namespace mapwright::mapper
