#include "mapper/search/side_costs.hpp"

#include <utility>

namespace mapwright::mapper {

void SideCosts::note(const Assignment& assignment, const SideCost& cost) {
  known_.insert_or_assign(assignment, cost);
  if (cost.makespan < best_seconds_) {
    best_seconds_ = cost.makespan;
    best_ = assignment;
  }
  if (!proposed_.contains(assignment)) {
    waiting_.emplace(cost.makespan, assignment);
  }
}

std::optional<SideCost> SideCosts::cost(const Assignment& assignment) {
  const auto known = known_.find(assignment);
  if (known != known_.end()) {
    return known->second;
  }
  if (scene_.side.left() == 0) {
    return std::nullopt;
  }
  const std::optional<Simulation> run = scene_.side.run(scene_.space.plan(assignment));
  SideCost cost;
  if (run && run->status == SimulationStatus::done) {
    cost.makespan = run->makespan;
    for (const SimulatedTask& task : run->tasks) {
      cost.mean_end += task.end / static_cast<double>(run->tasks.size());
    }
  }
  note(assignment, cost);
  return cost;
}

std::optional<double> SideCosts::seconds(const Assignment& assignment) {
  const std::optional<SideCost> known = cost(assignment);
  return known ? std::optional(known->makespan) : std::nullopt;
}

void SideCosts::learn(const Trial& trial) {
  if (!trial.mapping.assignment) {
    return;
  }
  const Assignment& assignment = *trial.mapping.assignment;
  proposed_.insert(assignment);
  const auto known = known_.find(assignment);
  if (known == known_.end()) {
    note(assignment, {trial.makespan, 0});
  } else {
    waiting_.erase({known->second.makespan, assignment});
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
