// What tasks cost on each kind of processor, and copies on the average, before anything is decided.
#pragma once

#include "mapper/search/decision_space.hpp"

#include <cstdint>
#include <vector>

namespace mapwright::mapper {

/// The variant of a kind of task for a kind of processor; null when there is none.
const TaskVariant* variant_on(const TaskKind& kind, ProcessorKind processor);

/// Bytes per second of the fastest memory that processors of this kind see as their own or shared one; 0 when none.
double nearest_bandwidth(const Machine& machine, ProcessorKind processor);
/// Memories that processors of this kind see, the fastest first.
std::vector<MemoryKind> memories_seen(const Machine& machine, ProcessorKind processor);

/// Seconds of each task, the mean over the processors of a node that can run it, data in their nearest memories.
std::vector<double> mean_task_seconds(const SearchScene& scene);

/// Mean latency in seconds and mean seconds per byte of copies between different memories.
struct MeanCopy {
  double latency = 0;
  double seconds_per_byte = 0;
};
MeanCopy mean_copy(const Machine& machine);

} // namespace mapwright::mapper
