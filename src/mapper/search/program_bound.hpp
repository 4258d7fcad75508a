// Seconds that no mapping of a program on a machine can beat: what a search can hope for at most.
//
// For any set S of tasks the run takes at least
//     (least head in S) + (least time in which all processors together can do S) + (least tail in S),
// where the head of a task is the earliest it can begin and its tail what must follow its end, copies of data between
// kinds of memory counted (relaxed_run.hpp). Sets are those with heads and tails above a threshold each. The time for S
// is a linear program over how much of each task runs on each kind of processor; any weights of its dual give a bound,
// so that the bound holds however well the dual is solved. Mappers decide for kinds of tasks and arguments of launches,
// which bounds them more (mapper_bound.hpp).
#pragma once

#include "mapper/machine/machine.hpp"
#include "mapper/program/graph.hpp"
#include "mapper/program/program.hpp"

#include <algorithm>
#include <string_view>

namespace mapwright::mapper {

/// Bounds in seconds.
struct ProgramBounds {
  double critical_path =
      0;                  ///< the longest chain of tasks that wait for one another, and of copies it cannot do without
  double work = 0;        ///< of all plans, as above
  double mapper_work = 0; ///< of those in which all tasks of a kind run on one kind of processor, as mappers decide
  double mapper_choices = 0;    ///< the same, and one kind of memory for each argument, chain and work together
  bool choices_by_work = false; ///< processors bind the mapper with the lowest mapper_choices, not its chain

  /// Of every plan, also of those that decide point by point.
  [[nodiscard]] double any_plan() const { return std::max(critical_path, work); }
  /// Of every mapper.
  [[nodiscard]] double any_mapper() const { return std::max({any_plan(), mapper_work, mapper_choices}); }
  /// What binds: "chain of tasks and copies" or "work over the processors", "whatever kinds a mapper chooses" added
  /// where only mappers are bound so. `points`: of plans that decide point by point.
  [[nodiscard]] std::string_view binding(bool points) const;
};

/// Throws std::logic_error when a task has no variant for a processor of the machine.
ProgramBounds program_bounds(const Program& program, const TaskGraph& graph, const Machine& machine);

/// Seconds below which no mapper's run can stay: ProgramBounds::any_mapper.
double program_bound(const Program& program, const TaskGraph& graph, const Machine& machine);

} // namespace mapwright::mapper
