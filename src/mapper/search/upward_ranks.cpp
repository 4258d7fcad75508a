#include "mapper/search/list_schedule.hpp"
#include "mapper/search/mean_costs.hpp"

#include <algorithm>
#include <cstdint>

namespace mapwright::mapper {

std::vector<double> upward_ranks(const SearchScene& scene) {
  const TaskGraph& graph = scene.graph;
  const std::vector<double> seconds = mean_task_seconds(scene);
  const MeanCopy copy = mean_copy(scene.machine);
  std::vector<double> after(graph.tasks.size(), 0.0); // the longest chain behind each task's end
  for (auto task = static_cast<std::uint32_t>(graph.tasks.size()); task-- > 0;) {
    const PointTask& made = graph.tasks[task];
    const double rank = seconds[task] + after[task];
    if (made.parent != none) {
      after[made.parent] = std::max(after[made.parent], rank);
    }
    for (std::uint32_t i = 0; i < made.accesses; ++i) {
      const Access& access = graph.accesses[made.first_access + i];
      const bool reads = access.privilege == Privilege::read || access.privilege == Privilege::read_write;
      const double bytes = static_cast<double>(graph.views[access.view].bytes);
      const double cost = reads ? copy.latency + bytes * copy.seconds_per_byte : 0;
      for (const std::uint32_t earlier : graph.predecessors_of(made.first_access + i)) {
        after[earlier] = std::max(after[earlier], rank + cost);
      }
    }
  }
  for (std::size_t task = 0; task < after.size(); ++task) {
    after[task] += seconds[task];
  }
  return after;
}

} // namespace mapwright::mapper
