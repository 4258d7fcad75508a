// A machine corrected by what real runs of a few plans took, against what was predicted.
//
// The unknowns are factors of time (knobs.hpp), as logarithms; before the runs each is 0 give or take what the machine
// file leaves open. Each run tells its makespan, which all knobs share in as the simulator says when they are turned a
// little, and the times of each kind of its tasks and of its changes of layout, which are one knob's alone. Least
// squares finds the most probable turns, again and again as simulations are not linear. A knob whose doubt the runs do
// not make small (to two fifths) keeps its number. Where that is every knob, one common factor of all times is tried
// instead.
#pragma once

#include "core/error.hpp"
#include "mapper/calibrate/knobs.hpp"
#include "mapper/plan/plan.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace mapwright::mapper {

/// A plan, and a run of it.
struct PlanRun {
  const Plan* plan = nullptr;
  TimedRun run;
  double error = 0; ///< standard error of the logarithm of its makespan
};

/// What the runs say of a knob.
struct Adjustment {
  std::string name;
  double factor = 1; ///< of the time: measured over predicted
  Interval range;    ///< of 90 %
  bool told = false; ///< false: the runs do not tell, the number stays
};

struct Recalibration {
  MachineDescription machine;
  std::vector<Adjustment> adjustments;
  bool common = false;     ///< one factor for all of them
  double error_before = 0; ///< the median over the plans of |predicted / measured - 1|
  double error_after = 0;
};

/// REQUIRES: at least one run, of plans on one node. The machine gets StarPU's habits where it says none. `measured`:
/// how and when, for the sources. Input error: what the simulator refuses.
Result<Recalibration> recalibrated(const Program& program, const TaskGraph& graph, const MachineDescription& machine,
                                   std::span<const PlanRun> runs, const std::string& measured);

} // namespace mapwright::mapper
