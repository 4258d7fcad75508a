// A plan with the machine's numbers in place of names.
#pragma once

#include "mapper/plan/plan.hpp"
#include "mapper/simulate/task_conversions.hpp"

#include <cstdint>
#include <vector>

namespace mapwright::mapper {

/// Where data can lie: a memory and a layout, site = layout * memories + memory.
struct SiteTable {
  explicit SiteTable(std::uint32_t memory_count) : memories(memory_count) {}
  std::uint32_t site(std::uint32_t memory, const DataLayout& layout);
  [[nodiscard]] std::uint32_t memory(std::uint32_t site) const { return site % memories; }
  [[nodiscard]] std::uint32_t layout(std::uint32_t site) const { return site / memories; }

  std::uint32_t memories;
  std::vector<DataLayout> layouts; ///< in the order they were first asked for
};

struct ResolvedTask {
  std::uint32_t processor = 0;
  std::int32_t priority = 0;
  double seconds_per_flop = 0;
  double overhead = 0; ///< seconds
  friend bool operator==(const ResolvedTask&, const ResolvedTask&) = default;
};

struct ResolvedArgument {
  std::uint32_t site = 0;
  bool collect = false;
  double seconds_per_byte = 0; ///< of the processor at that memory
  friend bool operator==(const ResolvedArgument&, const ResolvedArgument&) = default;
};

/// In the order of slots and their arguments. Arguments of tasks that launch others are not resolved: no data lie
/// there.
struct ResolvedPlan {
  std::vector<ResolvedTask> tasks;
  std::vector<ResolvedArgument> arguments;
  std::vector<std::uint32_t> limits;
  std::vector<std::vector<TaskConversion>> conversions{}; ///< of each task; empty where copies change layouts
};

/// Input error, naming the point and argument: a processor or memory that the machine does not have, no variant for the
/// kind of processor, a memory that the processor does not see, a layout that the variant cannot work on; a limit on
/// tasks that launch tasks of their own kind.
Result<ResolvedPlan> resolve(const Program& program, const TaskGraph& graph, const Machine& machine, const Plan& plan,
                             SiteTable& sites);

} // namespace mapwright::mapper
