// What a machine says of runs that were made for real.
#pragma once

#include "core/error.hpp"
#include "mapper/calibrate/recalibrate.hpp"

#include <map>
#include <span>
#include <vector>

namespace mapwright::mapper {

/// Logarithms of seconds.
struct PredictedRun {
  double makespan = 0;
  std::map<Knob, double> work; ///< of the tasks of each kind, by the knob for their work
};

/// Simulates each run. `seen`: the runs with the work of their plans. Input error: what the simulator refuses.
Result<std::vector<PredictedRun>> predict_runs(const Program& program, const TaskGraph& graph,
                                               const MachineDescription& description, std::span<const PlanRun> runs,
                                               std::span<const Observation> seen);

} // namespace mapwright::mapper
