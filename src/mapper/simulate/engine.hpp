// The event loop.
//
// A task is issued when its parent has ended and its InstanceLimit allows; from then on the data of each argument are
// asked for as soon as the tasks that argument waits for have ended. When all data have arrived the task waits for its
// processor. Everything that happens at one time happens in a fixed order, so a run is a function of its input.
#pragma once

#include "mapper/machine/machine.hpp"
#include "mapper/program/graph.hpp"
#include "mapper/simulate/data_mover.hpp"
#include "mapper/simulate/resolve.hpp"
#include "mapper/simulate/state.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace mapwright::mapper {

/// Lists that follow from the graph alone.
struct GraphIndex {
  explicit GraphIndex(const TaskGraph& graph);
  std::vector<std::uint32_t> first_successor; ///< of each task, and the end
  std::vector<std::uint32_t> successors;      ///< accesses that wait for it
  std::vector<std::uint32_t> first_child;     ///< of each task, and the end
  std::vector<std::uint32_t> children;        ///< tasks it launches, in order
  std::vector<std::uint32_t> roots;           ///< tasks that no task launches

  [[nodiscard]] std::span<const std::uint32_t> successors_of(std::uint32_t task) const {
    return std::span(successors).subspan(first_successor[task], first_successor[task + 1] - first_successor[task]);
  }
  [[nodiscard]] std::span<const std::uint32_t> children_of(std::uint32_t task) const {
    return std::span(children).subspan(first_child[task], first_child[task + 1] - first_child[task]);
  }
};

/// Tasks under an InstanceLimit: those of one kind that tasks on one processor launch, or, of tasks that no task
/// launches, those on one node.
struct Windows {
  Windows(const Program& program, const TaskGraph& graph, const Machine& machine, const ResolvedPlan& plan);
  std::vector<std::uint32_t> of_task;            ///< the window of each task; none; empty when there are no limits
  std::vector<std::vector<std::uint32_t>> tasks; ///< of each window, in program order
  std::vector<std::uint32_t> limits;             ///< of each window
};

/// One run of one plan.
class Engine {
public:
  /// `first_use` of each slot is set to the number of events dealt with when its decisions were first used.
  Engine(const Program& program, const TaskGraph& graph, const GraphIndex& index, const Machine& machine,
         const SiteTable& sites, const ResolvedPlan& plan, SourceChoice sources, SimulationState& state,
         std::vector<std::uint64_t>& first_use);

  /// A state in which nothing has happened, and the first tasks are issued.
  void begin();
  /// Deals with the next event; false when there is none or the run has stopped.
  bool step();
  /// Seconds the task takes on its processor, its overhead included.
  [[nodiscard]] double duration(std::uint32_t task) const;

private:
  void make_eligible(std::uint32_t task);
  void advance(std::uint32_t window);
  void issue(std::uint32_t task);
  void ask(std::uint32_t access);
  void all_asked(std::uint32_t task);
  void end(std::uint32_t task);
  void ready(std::uint32_t task);
  void dispatch(std::uint32_t processor);
  /// Seconds of the changes of layout that the processor of the task makes now.
  double convert_first(std::uint32_t task);
  void complete(std::uint32_t task);
  void call(std::uint32_t processor);
  void push(double time, EventKind kind, std::uint32_t id);

  const TaskGraph& graph_;
  const GraphIndex& index_;
  const Machine& machine_;
  const ResolvedPlan& plan_;
  SimulationState& state_;
  std::vector<std::uint64_t>& first_use_;
  Windows windows_;
  DataMover data_;
};

} // namespace mapwright::mapper
