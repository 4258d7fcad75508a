// Simulating plans: a deterministic, event-driven model of a program on a machine
// (docs/decisions/0012-mapper-objects.md).
#pragma once

#include "core/error.hpp"
#include "mapper/plan/plan.hpp"
#include "mapper/simulate/engine.hpp"
#include "mapper/simulate/in_order.hpp"
#include "mapper/simulate/simulation.hpp"
#include "mapper/simulate/task_conversions.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace mapwright::mapper {

/// Runs plans of one program on one machine. The three must outlive it.
class Simulator {
public:
  Simulator(const Program& program, const TaskGraph& graph, const Machine& machine,
            SourceChoice sources = SourceChoice::idle_links);

  /// Input error: what `resolve` refuses. Throws std::logic_error when the plan has not as many decisions as the graph.
  Result<Simulation> run(const Plan& plan);

  /// The same result. Begins where the plan of the last `rerun` is first used differently, as far as checkpoints of
  /// that run allow, so plans that differ late cost little.
  Result<Simulation> rerun(const Plan& plan);

  /// Events that the last `rerun` did not need to repeat.
  [[nodiscard]] std::uint64_t events_saved() const { return events_saved_; }

private:
  Result<ResolvedPlan> resolved(const Plan& plan);
  /// The number of events before which the two plans make no difference.
  [[nodiscard]] std::uint64_t first_difference(const ResolvedPlan& before, const ResolvedPlan& after) const;
  void finish(Engine& engine, SimulationState& state, bool keep_checkpoints);
  [[nodiscard]] Simulation report(const Engine& engine, const ResolvedPlan& plan, SimulationState&& state) const;

  std::shared_ptr<const InOrderProgram> in_order_; ///< what runs instead, where there is one
  const Program& program_;
  const TaskGraph& graph_;
  const Machine& machine_;
  SourceChoice sources_;
  GraphIndex index_;
  std::optional<ConversionPlanner> conversions_; ///< where processors change layouts
  SiteTable sites_;
  std::optional<ResolvedPlan> last_;
  std::vector<std::uint64_t> first_use_; ///< of each slot in the last rerun
  std::vector<SimulationState> checkpoints_;
  std::uint64_t events_saved_ = 0;
};

} // namespace mapwright::mapper
