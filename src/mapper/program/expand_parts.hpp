// The steps of expand; only for the files that implement graph.hpp.
#pragma once

#include "mapper/program/graph.hpp"

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace mapwright::mapper {

/// The slots of all launches.
Result<void> number_slots(const Program& program, TaskGraph& graph);

/// Cuts the regions into atoms, and gives every view its own.
Result<void> find_atoms(const Program& program, TaskGraph& graph);

/// The predecessors of all accesses.
Result<void> find_dependences(const Program& program, TaskGraph& graph);

/// Finds the view of an argument, each (partition or region, colour, fields) once.
class ViewTable {
public:
  ViewTable(const Program& program, TaskGraph& graph) : program_(program), graph_(graph) {}
  std::uint32_t view(const RegionArgument& argument, std::uint32_t colour);
  /// Extents of the least box around the points.
  [[nodiscard]] const Coordinates& extents(std::uint32_t view) const { return extents_[view]; }

private:
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>; ///< region, partition, fields
  const Program& program_;
  TaskGraph& graph_;
  std::map<Key, std::vector<std::uint32_t>> by_colour_;
  std::vector<Coordinates> extents_;
};

/// What tasks of a kind cost, each combination of argument shapes evaluated once.
class TaskCosts {
public:
  explicit TaskCosts(const Program& program) : program_(program) {}
  struct Cost {
    double flops = 0;
    std::vector<double> bytes; ///< of each argument
  };
  /// Input error: a cost without a value or below 0.
  Result<const Cost*> of(const Launch& launch, const std::vector<std::uint32_t>& views, const ViewTable& table,
                         const TaskGraph& graph);

private:
  [[nodiscard]] Result<Cost> evaluate(const Launch& launch, const std::vector<std::uint32_t>& views,
                                      const ViewTable& table, const TaskGraph& graph) const;
  const Program& program_;
  /// By launch, then points and extents of each argument.
  std::map<std::pair<const Launch*, std::vector<std::int64_t>>, Cost> known_;
  std::vector<std::int64_t> shape_; ///< of the last question
};

} // namespace mapwright::mapper
