#include "mapper/explain/plan_comparison.hpp"

#include "mapper/explain/plan_blend.hpp"
#include "mapper/simulate/simulate.hpp"

#include <algorithm>
#include <utility>

namespace mapwright::mapper {

namespace {

/// Differences of a blend that change together, and whom they are due to.
struct ChangeGroup {
  std::string before;
  std::string after;
  std::vector<bool> chosen; ///< of the blend's differences
};

std::vector<ChangeGroup> grouped_by_source(const std::vector<PlanDifference>& differences,
                                           const DecisionSource& source_before, const DecisionSource& source_after) {
  std::vector<ChangeGroup> groups;
  for (std::size_t i = 0; i < differences.size(); ++i) {
    ChangeGroup made{source_before(differences[i]), source_after(differences[i]), {}};
    auto group = std::find_if(groups.begin(), groups.end(), [&](const ChangeGroup& other) {
      return other.before == made.before && other.after == made.after;
    });
    if (group == groups.end()) {
      made.chosen.assign(differences.size(), false);
      group = groups.insert(groups.end(), std::move(made));
    }
    group->chosen[i] = true;
  }
  return groups;
}

/// Tries plans on one simulator, which repeats only what differs from the plan before.
class Trials {
public:
  Trials(const Program& program, const TaskGraph& graph, const Machine& machine)
      : simulator_(program, graph, machine) {}

  TrialRun run(const Plan& plan) {
    const auto run = simulator_.rerun(plan);
    if (!run) {
      return {TrialRun::Outcome::refused, 0, {}, run.error().message};
    }
    if (run->status == SimulationStatus::out_of_memory) {
      return {TrialRun::Outcome::out_of_memory, 0, {}, run->out_of_memory->message};
    }
    return {TrialRun::Outcome::done, run->makespan, {}, {}};
  }

private:
  Simulator simulator_;
};

/// The change of `run` against a makespan, in parts of `whole`; nothing where there is none.
std::optional<double> change_between(const std::optional<double>& from, const TrialRun& run,
                                     const std::optional<double>& whole) {
  if (!from || !whole || *whole <= 0 || run.outcome != TrialRun::Outcome::done) {
    return std::nullopt;
  }
  return (run.makespan - *from) / *whole;
}

bool gains_more(const PlanChange& a, const PlanChange& b) {
  if (a.alone.outcome != b.alone.outcome) {
    return a.alone.outcome < b.alone.outcome;
  }
  return a.alone.outcome == TrialRun::Outcome::done && a.alone.makespan < b.alone.makespan;
}

} // namespace

Result<PlanComparison> compare_plans(const Program& program, const TaskGraph& graph, const Machine& machine,
                                     const Plan& before, const Plan& after, const DecisionSource& source_before,
                                     const DecisionSource& source_after) {
  Simulator simulator(program, graph, machine);
  const auto first = simulator.run(before);
  const auto second = first ? simulator.run(after) : first;
  if (!second) {
    return forward(second);
  }
  PlanComparison out{account_of(program, graph, machine, *first), account_of(program, graph, machine, *second), {}};
  const std::optional<double> whole =
      first->status == SimulationStatus::done ? std::optional(first->makespan) : std::nullopt;
  const PlanBlend blend(program, graph, machine, before, after);
  Trials trials(program, graph, machine);
  std::vector<std::pair<PlanChange, std::vector<bool>>> changes;
  for (ChangeGroup& group : grouped_by_source(blend.differences(), source_before, source_after)) {
    PlanChange change{std::move(group.before), std::move(group.after), {}, trials.run(blend.with(group.chosen)), {}};
    change.alone.change = change_between(whole, change.alone, whole);
    for (std::size_t i = 0; i < group.chosen.size(); ++i) {
      if (group.chosen[i]) {
        change.differences.push_back(blend.differences()[i]);
      }
    }
    changes.emplace_back(std::move(change), std::move(group.chosen));
  }
  std::stable_sort(changes.begin(), changes.end(),
                   [](const auto& a, const auto& b) { return gains_more(a.first, b.first); });
  std::vector<bool> chosen(blend.differences().size(), false);
  std::optional<double> reached = whole;
  for (auto& [change, own] : changes) {
    for (std::size_t i = 0; i < own.size(); ++i) {
      chosen[i] = chosen[i] || own[i];
    }
    change.in_order = trials.run(blend.with(chosen));
    change.in_order.change = change_between(reached, change.in_order, whole);
    if (change.in_order.outcome == TrialRun::Outcome::done) {
      reached = change.in_order.makespan;
    }
    out.changes.push_back(std::move(change));
  }
  return out;
}

} // namespace mapwright::mapper
