// Where the time of a simulated run went, what bounds it, and how full its memories were.
#pragma once

#include "mapper/machine/machine.hpp"
#include "mapper/program/graph.hpp"
#include "mapper/simulate/simulation.hpp"

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace mapwright::mapper {

/// How far a copy goes.
enum class CopyReach : std::uint8_t {
  inside,  ///< one memory: a change of layout, or contributions folded in
  node,    ///< another memory of the node
  network, ///< a memory of another node
};

/// Copies between memories of two kinds, all equally far.
struct CopyClass {
  MemoryKind from = MemoryKind::sysmem;
  MemoryKind to = MemoryKind::sysmem;
  CopyReach reach = CopyReach::inside;
  friend auto operator<=>(const CopyClass&, const CopyClass&) = default;
};
/// "inside FBMEM", "FBMEM to ZCMEM", "FBMEM to FBMEM of another node".
std::string to_string(const CopyClass& copies);
/// The class of copies between two memories of the machine.
CopyClass copy_class(const Machine& machine, std::uint32_t from, std::uint32_t to);

/// Copies of one class.
struct CopyShare {
  CopyClass copies{};
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
  double seconds = 0; ///< on the critical path; 0 where all copies of the run are counted
};

/// Tasks of one kind on the critical path.
struct TaskShare {
  std::uint32_t kind = 0; ///< of the program
  std::uint64_t tasks = 0;
  double seconds = 0;
  double overhead = 0; ///< seconds of these that the processors spend besides the work
};

/// All processors of one kind.
struct ProcessorShare {
  ProcessorKind kind = ProcessorKind::cpu;
  std::uint32_t processors = 0; ///< of the machine
  std::uint32_t used = 0;       ///< those that ran a task
  double busy = 0;              ///< seconds, of all together
};

/// The fullest memory of one kind.
struct MemoryPressure {
  MemoryKind kind = MemoryKind::sysmem;
  std::uint32_t memory = 0; ///< of the machine
  std::uint64_t peak = 0;   ///< bytes
  std::uint64_t capacity = 0;
};

/// What is told of one run. Lists are sorted, the largest first. A run that stopped for want of memory counts up to
/// there.
struct RunAccount {
  SimulationStatus status = SimulationStatus::done;
  std::string failure; ///< the message of what stopped it, or empty
  std::string hint;
  double makespan = 0; ///< seconds
  LowerBounds bounds;
  /// The critical path. Parts that overlap count once, each from the end of the part before it: all seconds add up to
  /// the makespan.
  std::vector<TaskShare> path_tasks;
  std::vector<CopyShare> path_copies;
  std::vector<CopyShare> copies; ///< of the whole run, by bytes
  std::vector<ProcessorShare> processors;
  std::vector<MemoryPressure> memories; ///< of each kind that held data
};

/// The account of a run of this program on this machine.
RunAccount account_of(const Program& program, const TaskGraph& graph, const Machine& machine, const Simulation& run);

} // namespace mapwright::mapper
