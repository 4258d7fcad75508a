// When tasks of a program can begin and end at the earliest while only some choices are made.
//
// Processors are taken to be many, links to be free, and memories of one kind to be one. What is left is that a task
// waits for others, and that data go from the memory of the argument that made them to that of the argument that reads
// them, which takes at least the latency and the time of the largest atom on the shortest way; or both arguments are in
// one kind of memory, at whose bandwidth each task works. Every reader gets the data as suits it best, as if the
// argument that made them had chosen its memory for this reader alone, so that times are lower bounds for all mappings
// that the open choices allow, point by point ones included.
#pragma once

#include "mapper/machine/machine.hpp"
#include "mapper/program/graph.hpp"
#include "mapper/program/program.hpp"
#include "mapper/search/data_flows.hpp"
#include "mapper/search/least_costs.hpp"
#include "mapper/search/open_choices.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mapwright::mapper {

/// An open choice: of a kind of task, or of an argument as OpenChoices numbers them.
struct ChoiceName {
  bool memory = false;
  std::uint32_t number = 0;
  friend bool operator==(const ChoiceName&, const ChoiceName&) = default;
};

/// One program on one machine, for any number of open choices. All must outlive it.
class RelaxedRun {
public:
  RelaxedRun(const Program& program, const TaskGraph& graph, const Machine& machine);

  /// Everything that the variants of the tasks and the memories of the machine allow; nothing for kinds and launches
  /// that the run does not come to.
  [[nodiscard]] OpenChoices all() const;
  /// Finds the times below. Times are infinite where nothing open goes together.
  void run(const OpenChoices& open);

  [[nodiscard]] double end() const { return end_; }                         ///< of the last task, in seconds
  [[nodiscard]] const std::vector<double>& heads() const { return heads_; } ///< when each task can begin
  [[nodiscard]] const std::vector<double>& tails() const { return tails_; } ///< what must follow the end of each
  /// Least seconds of a task on a kind of processor; infinite when it does not run there.
  [[nodiscard]] double seconds(std::uint32_t task, std::size_t processor) const {
    return seconds_[task * costs_.processors() + processor];
  }
  /// What is open on the chain that ends last, the end of the chain first.
  [[nodiscard]] std::vector<ChoiceName> open_on_chain(const OpenChoices& open) const;
  /// About how many steps a run takes.
  [[nodiscard]] std::size_t effort() const;
  [[nodiscard]] std::uint32_t kind_of(std::uint32_t task) const { return program_.launches[launch_of(task)].kind; }

private:
  [[nodiscard]] std::uint32_t launch_of(std::uint32_t task) const {
    return graph_.slots[graph_.tasks[task].slot].launch;
  }
  [[nodiscard]] std::uint32_t memories_open(const OpenChoices& open, std::uint32_t task, std::uint32_t argument) const {
    return open.memories[first_argument_[launch_of(task)] + argument];
  }
  [[nodiscard]] double& at(std::vector<double>& values, std::uint32_t access, std::size_t memory) const {
    return values[access * costs_.memories() + memory];
  }
  [[nodiscard]] double at(const std::vector<double>& values, std::uint32_t access, std::size_t memory) const {
    return values[access * costs_.memories() + memory];
  }
  /// When the tasks it waits for have ended.
  [[nodiscard]] double earliest(std::uint32_t task) const;
  void find_arrivals(const OpenChoices& open, std::uint32_t task);
  void run_on(const OpenChoices& open, std::uint32_t task, std::size_t processor, double begin);
  void find_tails(const OpenChoices& open);
  void raise_tails_of_makers(std::uint32_t access, std::uint32_t open_memories, double tail);
  [[nodiscard]] std::uint32_t last_waited_for(std::uint32_t task) const;

  const Program& program_;
  const TaskGraph& graph_;
  LeastCosts costs_;
  DataFlows flows_;
  std::vector<std::uint32_t> first_argument_; ///< of each launch, and the end
  double end_ = 0;
  std::vector<double> heads_;
  std::vector<double> ends_;
  std::vector<double> tails_;
  std::vector<double> seconds_;
  std::vector<double> arrivals_; ///< of each access and kind of memory: when its data can be there
  std::vector<double> made_;     ///< the same: when a task that has the argument there can have ended
  std::vector<double> landed_;   ///< the same: least seconds of such a task
  std::vector<double> fastest_;  ///< seconds of each access of the present task in the fastest memory open
};

} // namespace mapwright::mapper
