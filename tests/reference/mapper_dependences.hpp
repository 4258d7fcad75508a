// Which tasks of an expanded program disturb one another, by looking at all pairs of accesses.
#pragma once

#include "mapper/program/graph.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace mapwright::mapper::reference {

inline PointSet points_of(const Program& program, const DataView& view) {
  return view.partition == none ? PointSet{program.regions[view.region].extents}
                                : program.partitions[view.partition].sets[view.colour];
}

inline bool meet(const Program& program, const DataView& a, const DataView& b) {
  if (a.region != b.region || (a.fields & b.fields) == 0) {
    return false;
  }
  for (const Rectangle& left : points_of(program, a)) {
    for (const Rectangle& right : points_of(program, b)) {
      if (left.meets(right)) {
        return true;
      }
    }
  }
  return false;
}

/// Whether the order of two accesses to the same data does not matter.
inline bool commute(const Access& a, const Access& b) {
  if (a.privilege == Privilege::read && b.privilege == Privilege::read) {
    return true;
  }
  return a.privilege == Privilege::reduce && b.privilege == Privilege::reduce && a.reduction == b.reduction;
}

/// Pairs (earlier, later) of tasks that must keep their order.
inline std::vector<std::pair<std::uint32_t, std::uint32_t>> conflicts(const Program& program, const TaskGraph& graph) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const Access& later : graph.accesses) {
    for (const Access& earlier : graph.accesses) {
      if (earlier.task < later.task && !commute(earlier, later) &&
          meet(program, graph.views[earlier.view], graph.views[later.view])) {
        pairs.emplace_back(earlier.task, later.task);
      }
    }
  }
  return pairs;
}

/// closure[b][a]: there is a chain of the edges from a to b. Edges go from lower to higher numbers.
inline std::vector<std::vector<bool>> closure(std::size_t tasks,
                                              const std::vector<std::pair<std::uint32_t, std::uint32_t>>& edges) {
  std::vector<std::vector<std::uint32_t>> before(tasks);
  for (const auto& [earlier, later] : edges) {
    before[later].push_back(earlier);
  }
  std::vector<std::vector<bool>> reach(tasks, std::vector<bool>(tasks, false));
  for (std::size_t task = 0; task < tasks; ++task) {
    for (const std::uint32_t earlier : before[task]) {
      reach[task][earlier] = true;
      for (std::size_t a = 0; a < earlier; ++a) {
        reach[task][a] = reach[task][a] || reach[earlier][a];
      }
    }
  }
  return reach;
}

} // namespace mapwright::mapper::reference
