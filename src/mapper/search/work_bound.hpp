// The least time in which processors of several kinds can do a set of tasks that wait for nothing.
#pragma once

#include <cstddef>
#include <vector>

namespace mapwright::mapper {

/// Tasks that all take the same time on each kind of processor.
struct WorkClass {
  double count = 0;
  std::vector<double> seconds; ///< of one task on each kind of processor, infinite where it cannot run
};

/// At most the least makespan when each task may be shared out over all processors: the dual of that linear program at
/// the best weights found. `processors` is how many there are of each kind; every class runs on some kind.
double shared_work_bound(const std::vector<WorkClass>& classes, const std::vector<double>& processors);

/// The least over all choices of one kind of processor for each group of the greatest time that a kind needs for what
/// it got, its processors sharing it equally. `seconds[g][k]` is the work of group g on kind k, infinite where it
/// cannot run. Exact while the choices that matter are at most `most_choices`; otherwise 0, which bounds nothing.
double grouped_work_bound(const std::vector<std::vector<double>>& seconds, const std::vector<double>& processors,
                          std::size_t most_choices = 50'000);

} // namespace mapwright::mapper
