// Everything that changes while a run is simulated, in flat arrays: copying it is a checkpoint.
#pragma once

#include "mapper/program/graph.hpp"
#include "mapper/simulate/simulation.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace mapwright::mapper {

/// What decided when something began: a task, a copy (with the highest bit), or nothing.
using Cause = std::uint32_t;
inline constexpr Cause no_cause = none;
inline constexpr std::uint32_t copy_bit = std::uint32_t{1} << 31U;

/// An atom's data at one site: valid data, or contributions that are still to be folded.
struct SiteCopy {
  std::uint32_t site = 0;
  Reduction reduction = Reduction::sum; ///< of contributions: those of two operators stay apart
  std::uint32_t next = none;            ///< of the same atom
  double ready = 0;                     ///< seconds when it has arrived
  Cause maker = no_cause;               ///< the copy that brings it
  std::uint32_t readers = 0;            ///< tasks in flight that want it collected afterwards
  bool kept = false;                    ///< also used by a task that does not
};

enum class EventKind : std::uint8_t {
  end,      ///< a task has ended
  ready,    ///< a task has all its data
  dispatch, ///< an idle processor takes the next task
};

struct Event {
  double time = 0;
  std::uint64_t key = 0; ///< kind, then task or processor: the order of events at one time
};

/// A task that waits for its processor.
struct Waiting {
  std::int32_t priority = 0;
  std::uint32_t order = 0; ///< of becoming ready, or in the program
  std::uint32_t task = 0;
};

struct TaskState {
  std::uint32_t missing = 0; ///< accesses whose data have not been asked for
  std::uint32_t open = 0;    ///< children that are not complete
  double data_time = 0;      ///< seconds when the last data asked for arrive
  Cause data_cause = no_cause;
  Cause begin_cause = no_cause;
  double begin = 0;
  double end = 0;
  bool issued = false;   ///< may ask for its data
  bool eligible = false; ///< its parent has ended
  bool ended = false;
};

struct ProcessorState {
  double busy = 0;
  std::uint32_t last = none; ///< the last task it began
  bool idle = true;
  bool called = false; ///< a dispatch event is under way
  std::uint32_t arrivals = 0;
  std::vector<Waiting> queue; ///< a heap
};

struct ResourceState {
  double free = 0; ///< seconds when it can serve the next copy
  double busy = 0;
  Cause last = no_cause;
};

struct MemoryState {
  std::uint64_t used = 0;
  std::uint64_t peak = 0;
};

/// Tasks of one kind and origin that may be in flight only a few at a time, in program order.
struct WindowState {
  std::uint32_t next = 0; ///< of its list
  std::uint32_t in_flight = 0;
};

/// The access that did not fit.
struct Failure {
  std::uint32_t access = 0;
  std::uint32_t memory = 0;
  std::uint64_t needed = 0;
};

struct SimulationState {
  std::vector<std::uint32_t> waits; ///< predecessors of each access that have not ended
  std::vector<TaskState> tasks;
  std::vector<std::uint32_t> valid;   ///< of each atom: first of its valid copies
  std::vector<std::uint32_t> pending; ///< of each atom: first of its contributions
  std::vector<SiteCopy> pool;
  std::uint32_t free_copy = none; ///< first of the pool's free entries
  std::vector<MemoryState> memories;
  std::vector<ResourceState> resources;
  std::vector<ProcessorState> processors;
  std::vector<WindowState> windows;
  std::vector<SimulatedCopy> copies;
  std::vector<Cause> copy_causes; ///< of each copy
  std::vector<Event> queue;       ///< a heap
  double now = 0;
  std::uint64_t events = 0; ///< taken from the queue
  Cause current = no_cause; ///< the task whose end is being dealt with
  std::optional<Failure> failure{};
};

} // namespace mapwright::mapper
