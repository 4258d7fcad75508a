// Seconds that no mapping of a program on a machine can beat: what a search can hope for at most.
//
// Every task is taken to run on the kind of processor that does it fastest, with its data in the fastest memory that
// kind sees, and copies to take no time. Let h be the earliest a task can begin then and t what must follow its end.
// For any set S of tasks the run takes at least
//     (least h in S) + (least time in which all processors together can do S) + (least t in S);
// sets are those with h and t above a threshold each. The time for S is a linear program over how much of each task
// runs on each kind of processor; any weights of its dual give a bound, so that the bound holds however well the dual
// is solved.
#pragma once

#include "mapper/machine/machine.hpp"
#include "mapper/program/graph.hpp"
#include "mapper/program/program.hpp"

#include <algorithm>

namespace mapwright::mapper {

/// Bounds in seconds.
struct ProgramBounds {
  double critical_path = 0; ///< the longest chain of tasks that wait for one another
  double work = 0;          ///< of all plans, as above
  double mapper_work = 0;   ///< of those in which all tasks of a kind run on one kind of processor, as mappers decide

  /// Of every plan, also of those that decide point by point.
  [[nodiscard]] double any_plan() const { return std::max(critical_path, work); }
  /// Of every mapper.
  [[nodiscard]] double any_mapper() const { return std::max(any_plan(), mapper_work); }
};

/// Throws std::logic_error when a task has no variant for a processor of the machine.
ProgramBounds program_bounds(const Program& program, const TaskGraph& graph, const Machine& machine);

/// Seconds below which no mapper's run can stay: ProgramBounds::any_mapper.
double program_bound(const Program& program, const TaskGraph& graph, const Machine& machine);

} // namespace mapwright::mapper
