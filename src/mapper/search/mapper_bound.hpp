// A lower bound for mappers, which decide one kind of processor for all tasks of a kind and one kind of memory for each
// argument of a launch.
//
// Branch and bound over these choices, always where the bound is lowest: each choice made shortens what a relaxed run
// (relaxed_run.hpp) leaves open and what work can be shared (load_windows.hpp). The lowest bound of all that is still
// open holds for every mapper, whenever the search ends.
#pragma once

#include "mapper/search/load_windows.hpp"
#include "mapper/search/relaxed_run.hpp"

#include <cstddef>
#include <vector>

namespace mapwright::mapper {

/// How long to go on.
struct MapperBoundEffort {
  std::size_t most_runs = 1500;       ///< relaxed runs
  std::size_t most_steps = 3'000'000; ///< of them all, by RelaxedRun::effort
};

/// What the search found.
struct MapperBound {
  double seconds = 0;   ///< no mapper's run takes less
  bool by_load = false; ///< processors bind there, not the chain of tasks and copies
};

/// `run` is for the same program and machine; `processors` is how many there are of each kind, `kinds` the number of
/// kinds of task.
MapperBound mapper_bound(RelaxedRun& run, const std::vector<double>& processors, std::size_t kinds,
                         const MapperBoundEffort& effort = {});

} // namespace mapwright::mapper
