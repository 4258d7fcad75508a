// Why one plan runs faster than another: both runs, and what each change between them does to the makespan.
#pragma once

#include "core/error.hpp"
#include "mapper/explain/run_account.hpp"
#include "mapper/plan/plan.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::mapper {

/// What made the decisions of a difference in a plan: a statement, "default".
using DecisionSource = std::function<std::string(const PlanDifference& difference)>;

/// How a simulated run of a plan ends.
struct TrialRun {
  enum class Outcome : std::uint8_t {
    done,
    out_of_memory,
    refused, ///< nothing can run the plan: it needs another change too
  };
  Outcome outcome = Outcome::done;
  double makespan = 0;            ///< seconds, when it is done
  std::optional<double> change{}; ///< of the makespan, in parts of that of the first plan; -0.1: a tenth less
  std::string reason{};           ///< why it is not done
};

/// Differences that the same statements make in the two plans.
struct PlanChange {
  std::string before; ///< what decided in the first plan
  std::string after;  ///< what decides in the second
  std::vector<PlanDifference> differences;
  TrialRun alone;    ///< the first plan with this change only
  TrialRun in_order; ///< with this change and all before it in the list; its change of the makespan is the step that
                     ///< this change makes, so that the steps add up to the whole
};

struct PlanComparison {
  RunAccount before;
  RunAccount after;
  /// By what they do alone: the greatest gain first; those that do not run alone last.
  std::vector<PlanChange> changes;
};

/// Simulates both plans and everything between them: two runs for each change. Input error: one of the two plans is
/// refused.
Result<PlanComparison> compare_plans(const Program& program, const TaskGraph& graph, const Machine& machine,
                                     const Plan& before, const Plan& after, const DecisionSource& source_before,
                                     const DecisionSource& source_after);

} // namespace mapwright::mapper
