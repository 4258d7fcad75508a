// Plans between two others: some decisions of the one, the rest of the other.
#pragma once

#include "mapper/plan/plan.hpp"

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace mapwright::mapper {

/// Two plans of one program on one machine, which must outlive it.
///
/// Where a task moves to another processor, its data move with it: a memory that is only the other processor's own of
/// the same kind, or that must change because the new processor does not see the old kind, is no difference of its own.
class PlanBlend {
public:
  PlanBlend(const Program& program, const TaskGraph& graph, const Machine& machine, const Plan& before,
            const Plan& after);

  /// What differs, as plan_differences lists it, without memories that follow from the processors.
  [[nodiscard]] const std::vector<PlanDifference>& differences() const { return differences_; }

  /// The first plan with the chosen of these differences as in the second; all of them give the second plan. A task
  /// that has moved without a change of its memories has them in the kind of the first plan, nearest to where it is
  /// now. It may be a plan that nothing can run.
  [[nodiscard]] Plan with(const std::vector<bool>& chosen) const;

private:
  using Argument = std::pair<std::uint32_t, std::uint32_t>; ///< launch, number of the argument
  [[nodiscard]] bool follows(const PlanDifference& difference) const;
  [[nodiscard]] MemoryName memory(std::uint32_t slot, std::uint32_t argument, bool moved, bool changed) const;
  void take(const PlanDifference& difference, Plan& plan) const;

  const Program& program_;
  const TaskGraph& graph_;
  const Machine& machine_;
  const Plan& before_;
  const Plan& after_;
  std::vector<PlanDifference> differences_;
  std::set<Argument> following_; ///< arguments whose memories follow from the processors
};

} // namespace mapwright::mapper
