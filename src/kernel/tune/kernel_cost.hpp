// What a configuration of a kernel costs: built, checked, timed.
#pragma once

#include "kernel/judge/kernel_timer.hpp"
#include "kernel/tune/t4.hpp"

#include <vector>

namespace mapwright::kernel {

/// How configurations are timed while a search goes on. The winner is raced afterwards (race.hpp): here a noisy sample
/// only misleads the search.
struct CostRule {
  int samples = 7;       ///< on each shape; the cost is their median
  double hopeless = 1.5; ///< a first sample so many times the best median of its shape is the only one
  TimingRule timing{.keep_disturbed = true};
};

/// Evaluates configurations of one candidate on the task's benchmark shapes.
class KernelCost {
public:
  /// What is passed must outlive it.
  KernelCost(Cases& cases, const KernelCandidate& candidate, const RunnerSettings& settings, const CostRule& rule = {})
      : cases_(cases), candidate_(candidate), settings_(settings), rule_(rule) {}

  /// Builds, checks every test shape and times. Whatever the kernel does is an outcome; an Error is the machine's fault
  /// or the task's. The objective "time" is the geometric mean of the shapes' times, in seconds.
  Result<T4Result> evaluate(const Tuning& tuning);

private:
  Result<std::optional<Validity>> time_shapes(Runner& runner, T4Result& result);

  Cases& cases_;
  const KernelCandidate& candidate_;
  const RunnerSettings& settings_;
  CostRule rule_;
  std::vector<double> best_{}; ///< least median of each benchmark shape so far
};

} // namespace mapwright::kernel
