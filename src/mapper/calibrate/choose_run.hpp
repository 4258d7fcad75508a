// Which run to make next: the one that tells most.
#pragma once

#include "mapper/calibrate/fit.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace mapwright::mapper {

/// What a run would exercise.
struct RunCandidate {
  std::vector<WorkKey> keys;
  ProcessorKind processor = ProcessorKind::cpu;
  bool one_processor = false; ///< tells the overhead
  bool done = false;          ///< a run of it has been made
};

/// The candidate with the greatest expected information: first the most numbers that no run has told of yet, then the
/// widest relative range. Nothing when all were run, or no range
/// is wider than `enough` of its number.
std::optional<std::size_t> most_informative(std::span<const RunCandidate> candidates, const Calibration& calibration,
                                            double enough);

} // namespace mapwright::mapper
