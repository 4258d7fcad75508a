// The least that tasks and copies cost on a machine, by kinds of processor and of memory.
#pragma once

#include "mapper/machine/machine.hpp"
#include "mapper/program/program.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mapwright::mapper {

/// Least costs of copies between two kinds of memory, in one step or by way of others; none inside one kind, where the
/// data may be in the right memory already.
struct LeastCopy {
  double latency = 0;          ///< seconds
  double seconds_per_byte = 0; ///< on top
};

/// Costs of the tasks of a launch on one kind of processor.
struct LaunchCost {
  bool usable = false; ///< there is a variant for it
  double overhead = 0; ///< seconds of each task
  double seconds_per_flop = 0;
  double factor = 1; ///< of the time for moving data, the least for any layouts
};

/// Kinds are numbered as in the description of the machine, which counts at most 32 of each.
class LeastCosts {
public:
  LeastCosts(const Program& program, const Machine& machine);

  [[nodiscard]] std::size_t processors() const { return processors_; } ///< kinds of processor
  [[nodiscard]] std::size_t memories() const { return memories_; }     ///< kinds of memory
  [[nodiscard]] const LeastCopy& copy(std::size_t from, std::size_t to) const { return copies_[from * memories_ + to]; }
  /// Of a processor at a memory it sees; infinite when it sees none of this kind.
  [[nodiscard]] double seconds_per_byte(std::size_t processor, std::size_t memory) const {
    return sights_[processor * memories_ + memory];
  }
  [[nodiscard]] const LaunchCost& launch(std::uint32_t launch, std::size_t processor) const {
    return launches_[launch * processors_ + processor];
  }

private:
  void find_sights(const Machine& machine);
  void find_copies(const Machine& machine);
  void find_launches(const Program& program, const Machine& machine);

  std::size_t processors_ = 0;
  std::size_t memories_ = 0;
  std::vector<double> sights_;
  std::vector<LeastCopy> copies_;
  std::vector<LaunchCost> launches_;
};

} // namespace mapwright::mapper
