// What one real run says about a machine.
#pragma once

#include "mapper/machine/machine.hpp"
#include "mapper/plan/plan.hpp"
#include "mapper/program/graph.hpp"

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace mapwright::mapper {

/// Tasks that are expected to work alike.
struct WorkKey {
  std::string program;
  std::string task; ///< kind of task
  ProcessorKind processor = ProcessorKind::cpu;
  std::vector<DataLayout> layouts{}; ///< of the arguments, as effective_layout gives them
  friend auto operator<=>(const WorkKey&, const WorkKey&) = default;
};

/// Some equal tasks, as the program says their work.
struct WorkShare {
  double flops = 0;                       ///< floating-point operations of one
  double bytes = 0;                       ///< that one moves
  MemoryKind memory = MemoryKind::sysmem; ///< where most of them are
  std::uint64_t count = 0;
};

/// The work of all tasks of a key in a plan.
struct PlannedWork {
  WorkKey key;
  std::vector<WorkShare> shares;
};

/// The work of a plan, sorted by key; tasks that launch others have none.
std::vector<PlannedWork> planned_work(const Program& program, const TaskGraph& graph, const Plan& plan);

/// Calls of one sort as an engine timed them.
struct TimedWork {
  std::string task;
  ProcessorKind processor = ProcessorKind::cpu;
  std::vector<DataLayout> layouts{};
  std::uint64_t count = 0;
  double seconds = 0; ///< of all together
};

/// One run as an engine measured it.
struct TimedRun {
  double makespan = 0;           ///< seconds
  double busy = 0;               ///< seconds of all processors in kernels and changes of layout
  std::uint64_t tasks = 0;       ///< changes of layout left out
  std::vector<TimedWork> work{}; ///< of the tasks
  std::uint64_t conversions = 0; ///< changes of layout
  double converted_bytes = 0;
  double converting = 0;   ///< seconds
  double copied_bytes = 0; ///< from memory to memory
  std::uint64_t copies = 0;
  bool disturbed = false; ///< threads waited for cores
};

/// Tasks of a key in a run, with the time they took.
struct WorkSample {
  WorkKey key;
  std::vector<WorkShare> shares;
  double seconds = 0;
};

/// A run of a plan.
struct Observation {
  TimedRun run;
  std::vector<WorkSample> work;
  std::vector<ProcessorName> processors; ///< that the plan uses, sorted
};

/// Puts together what the plan asked and the engine measured.
Observation observe(const Program& program, const TaskGraph& graph, const Plan& plan, TimedRun run);

} // namespace mapwright::mapper
