// What a simulated run gives.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::mapper {

enum class SimulationStatus : std::uint8_t {
  done,
  out_of_memory, ///< it stopped when an argument did not fit its memory
};

/// Why a run stopped, with all that the message says.
struct OutOfMemory {
  std::uint32_t task = 0;     ///< in the graph
  std::uint32_t argument = 0; ///< of its launch
  std::uint32_t memory = 0;
  std::uint64_t needed = 0; ///< more bytes in that memory
  std::uint64_t free = 0;   ///< bytes
  struct Held {
    std::uint32_t region = 0;
    std::uint64_t bytes = 0;
  };
  std::vector<Held> held;          ///< what lies there, the largest first
  std::uint64_t collectable = 0;   ///< bytes of copies for reading there that CollectMemory could drop
  std::vector<std::uint32_t> fits; ///< memories the processor sees that have the room
  std::string message;             ///< one sentence
  std::string hint;                ///< what would fit
};

/// A task as it ran; times in seconds from the begin of the run.
struct SimulatedTask {
  std::uint32_t processor = 0;
  double begin = 0;
  double end = 0;
  bool ran = false; ///< it has ended; all have when the run is done
};

/// A copy as it was made.
struct SimulatedCopy {
  std::uint32_t from = 0; ///< memory
  std::uint32_t to = 0;
  std::uint32_t access = 0; ///< of the graph, that asked for it
  bool fold = false;        ///< contributions of a reduction, combined into the target
  std::uint64_t bytes = 0;
  double begin = 0; ///< seconds
  double end = 0;
};

/// All copies between two memories.
struct MemoryTraffic {
  std::uint32_t from = 0;
  std::uint32_t to = 0; ///< the same: changes of layout and folds inside one memory
  std::uint64_t bytes = 0;
  std::uint64_t copies = 0;
};

/// A part of the chain of tasks and copies that decided the makespan.
struct ChainPart {
  bool is_copy = false;
  std::uint32_t index = 0; ///< of the task in the graph or of the copy in Simulation::copies
  double begin = 0;
  double end = 0;
};

/// Seconds below which no run of this plan can stay.
struct LowerBounds {
  double critical_path = 0; ///< the longest chain of tasks that wait for one another, copies taking no time
  double work = 0;          ///< work of the tasks on one kind of processor over the number of those, the most of all
  double links = 0;         ///< the time the busiest link is held
  [[nodiscard]] double highest() const { return std::max({critical_path, work, links}); }
};

/// The run. Everything but `copies` and `tasks` counts up to the end or to the moment it stopped.
struct Simulation {
  SimulationStatus status = SimulationStatus::done;
  std::optional<OutOfMemory> out_of_memory{};
  double makespan = 0;                ///< seconds until the last task ended
  std::vector<double> busy;           ///< seconds each processor worked, overheads included
  std::vector<std::uint64_t> peak;    ///< most bytes ever held in each memory
  std::vector<MemoryTraffic> traffic; ///< by from, then to; only pairs with copies
  std::uint64_t messages = 0;         ///< copies between different memories
  std::vector<SimulatedTask> tasks;   ///< as numbered in the graph
  std::vector<SimulatedCopy> copies;  ///< in the order they were asked for
  std::vector<ChainPart> chain;       ///< from the begin of the run to its end
  LowerBounds bounds;
  std::uint64_t events = 0; ///< tasks that became ready, began and ended, and copies
};

} // namespace mapwright::mapper
