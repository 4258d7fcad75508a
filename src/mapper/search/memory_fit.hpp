// Whether all that a plan ever brings into each memory fits there: then no run of it stops for want of memory.
#pragma once

#include "mapper/plan/plan.hpp"

#include <cstdint>
#include <vector>

namespace mapwright::mapper {

class MemoryFit {
public:
  /// The objects must outlive it.
  MemoryFit(const Program& program, const TaskGraph& graph, const Machine& machine);

  /// Whether it fits; the memories of the plan are those of the machine.
  [[nodiscard]] bool fits(const Plan& plan) const;
  /// Bytes that no memory ever holds more of, whatever is decided for kinds of tasks and their parameters.
  [[nodiscard]] std::uint64_t most() const { return most_; }

private:
  /// Data that an argument of a slot brings.
  struct Use {
    std::uint32_t argument = 0; ///< of the plan
    std::uint32_t view = 0;
    std::uint32_t held = 0; ///< 0: valid data; else contributions of one operator
  };
  [[nodiscard]] std::vector<std::uint32_t> memories_of(const Plan& plan) const;

  const TaskGraph& graph_;
  const Machine& machine_;
  std::vector<Use> uses_; ///< each once
  std::uint64_t most_ = 0;
};

} // namespace mapwright::mapper
