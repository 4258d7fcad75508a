// The numbers of a machine from what real runs took (docs/decisions/0015-calibrated-machines.md).
#pragma once

#include "mapper/calibrate/observation.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace mapwright::mapper {

/// A number with the range that the runs leave open.
struct Estimate {
  double value = 0;
  Interval range;
  std::size_t samples = 0;
  /// Half the width of the range as a part of the value.
  [[nodiscard]] double uncertainty() const { return value > 0 ? range.width() / (2 * value) : 0; }
};

/// All that runs tell.
struct Calibration {
  std::map<ProcessorKind, Estimate> flops;    ///< of the kinds of tasks that compute more than they move
  std::map<ProcessorKind, Estimate> overhead; ///< seconds for each task
  std::map<std::pair<ProcessorKind, MemoryKind>, Estimate> bandwidth;
  std::optional<Estimate> conversion; ///< times as long per byte as a copy in main memory
  std::optional<Estimate> link_latency;
  std::optional<Estimate> link_bandwidth;
  std::map<WorkKey, Estimate> factors; ///< without layouts: of a kind of tasks whatever their layouts
};

/// Medians, with the quartiles of kinds of tasks for rates and a 90 % interval of the runs for everything else. Runs
/// that were disturbed count no more than others: leave them out before. `machine` says how fast main memory copies.
Calibration fit(std::span<const Observation> observations, const MachineDescription& machine);

/// The machine with these numbers in place of its own; `measured` is how and when, for the sources. What was not
/// measured keeps its number, and its source. The runtime's habits become StarPU's.
MachineDescription calibrated(MachineDescription machine, const Calibration& calibration, const std::string& measured);

/// What the engine on StarPU does otherwise than the model.
RuntimeHabits starpu_habits();

/// Four significant digits: more are not known.
double four_digits(double value);

/// How a kind of processor sees each memory: bytes per second.
std::map<MemoryKind, double> bandwidths_of(const MachineDescription& machine, ProcessorKind kind);

/// Seconds that the shares take at these rates, which are flops per second and, by memory, bytes per second.
double seconds_at(std::span<const WorkShare> shares, double flops, const std::map<MemoryKind, double>& bandwidths);

} // namespace mapwright::mapper
