// What a configuration of a kernel costs: built, checked, timed, its energy metered.
#pragma once

#include "kernel/judge/kernel_timer.hpp"
#include "kernel/tune/limits.hpp"
#include "kernel/tune/pace.hpp"
#include "kernel/tune/t4.hpp"
#include "measure/energy.hpp"

#include <vector>

namespace mapwright::kernel {

/// How configurations are timed while a search goes on. The winner is raced afterwards (race.hpp): here a noisy sample,
/// or a kernel that remembers its inputs, only misleads the search. One process for a configuration spares many of
/// OpenCL's compilations.
struct CostRule {
  int samples = 25; ///< on each shape
  PruneRule prune{};
  GroupLimits limits{};                  ///< of the device; beyond them nothing is compiled
  measure::EnergyMeter* meter = nullptr; ///< for the energy of a call; none: it is not measured
  TimingRule timing{.most_calls = 1, .pool = 6, .repeat_inputs = true, .keep_disturbed = true};
};

/// Evaluates configurations of one candidate on the task's benchmark shapes.
class KernelCost {
public:
  /// What is passed must outlive it.
  KernelCost(Cases& cases, const KernelCandidate& candidate, const RunnerSettings& settings, const CostRule& rule = {});

  /// Builds, checks every test shape and times. Whatever the kernel does is an outcome; an Error is the machine's fault
  /// or the task's. The measurements: "time", the geometric mean of the shapes' times, in seconds; with a meter
  /// "energy", that of their energies, in joules; without one "pruned" (1) when not all shapes were timed because the
  /// configuration was clearly worse than the best so far: then "time" is an estimate.
  Result<T4Result> evaluate(const Tuning& tuning);

private:
  Result<std::optional<Validity>> time_shapes(Runner& runner, T4Result& result);
  Result<std::vector<double>> time_shape(KernelTimer& timer, Seconds& least_null);
  Result<std::optional<Validity>> meter_shapes(Runner& runner, T4Result& result);
  [[nodiscard]] bool can_be_launched(const Tuning& tuning) const;

  Cases& cases_;
  const KernelCandidate& candidate_;
  const RunnerSettings& settings_;
  CostRule rule_;
  std::vector<Shape> shapes_; ///< benchmark shapes
  Pace pace_;
  std::vector<Seconds> null_times_; ///< the least null call of each shape so far
};

} // namespace mapwright::kernel
