// Changes of layout where processors make them, as tasks of the runtime (docs/decisions/0015-calibrated-machines.md).
#pragma once

#include "mapper/layout.hpp"
#include "mapper/machine/machine.hpp"
#include "mapper/plan/plan.hpp"
#include "mapper/program/graph.hpp"
#include "mapper/program/program.hpp"

#include <array>
#include <bitset>
#include <cstdint>
#include <vector>

namespace mapwright::mapper {

/// A change of layout before a task, on its processor.
struct TaskConversion {
  std::uint32_t access = 0; ///< of the graph, that wants it
  std::uint32_t memory = 0; ///< where
  std::uint64_t bytes = 0;
  double seconds = 0; ///< without what a call costs
  friend bool operator==(const TaskConversion&, const TaskConversion&) = default;
};

/// Follows layouts through a program as the engine on StarPU does (mapper/engine/conversions.hpp).
class ConversionPlanner {
public:
  /// The program and its graph must outlive it.
  ConversionPlanner(const Program& program, const TaskGraph& graph);

  /// Of each task of the graph. The plan is of this program and elaborated on this machine.
  [[nodiscard]] std::vector<std::vector<TaskConversion>> of(const Plan& plan, const Machine& machine) const;

private:
  static constexpr std::size_t layouts = 4;
  static std::size_t number_of(const DataLayout& layout);

  const Program& program_;
  const TaskGraph& graph_;
  std::vector<bool> dense_;                     ///< of each view
  std::vector<std::bitset<layouts>> converted_; ///< of each view and layout: it lies otherwise than at home
};

} // namespace mapwright::mapper
