// What sets of tasks take on all processors together, with what must come before and after them.
#pragma once

#include "mapper/machine/machine.hpp"
#include "mapper/search/open_choices.hpp"
#include "mapper/search/relaxed_run.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mapwright::mapper {

/// A set of tasks; for any set the run takes at least the least head, the work and the least tail.
struct LoadWindow {
  std::vector<std::uint32_t> tasks;
};

/// Sets of tasks whose heads and tails in the present run are at least some thresholds, at most so many of each,
/// evenly among those that differ.
std::vector<LoadWindow> load_windows(const RelaxedRun& run, std::size_t most_thresholds);

/// What bounds a run by load.
struct LoadBound {
  double seconds = 0;
  std::size_t window = 0; ///< which one it is
};

/// Of the present run, where all tasks of a kind run on one kind of processor: the highest over the windows.
/// `processors` is how many there are of each kind, `kinds` the number of kinds of task. Windows that cannot exceed
/// `least` are passed over.
LoadBound load_bound(const RelaxedRun& run, const std::vector<LoadWindow>& windows,
                     const std::vector<double>& processors, std::size_t kinds, double least);

/// Seconds of work of each kind of task in the window on each kind of processor, infinite where it cannot run; empty
/// for kinds without a task in it.
std::vector<std::vector<double>> work_by_kind(const RelaxedRun& run, const LoadWindow& window, std::size_t processors,
                                              std::size_t kinds);

} // namespace mapwright::mapper
