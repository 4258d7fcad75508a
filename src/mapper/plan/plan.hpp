// A plan: every decision about the run of a program on a machine, worked out point by point.
//
// Whatever proposes mappings makes a plan, and every engine runs one. Decisions are made for slots (program/graph.hpp):
// all trips of loops around a launch share them. The variant that runs is the one for the kind of the processor.
#pragma once

#include "core/error.hpp"
#include "mapper/layout.hpp"
#include "mapper/machine/machine.hpp"
#include "mapper/program/graph.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::mapper {

/// Where a task runs.
struct TaskDecision {
  ProcessorName processor{};
  std::int32_t priority = 0; ///< of tasks that wait for one processor the highest goes first
  friend bool operator==(const TaskDecision&, const TaskDecision&) = default;
};

/// Where the data of an argument lie, and how.
struct ArgumentDecision {
  MemoryName memory{};
  DataLayout layout{};
  bool collect = false; ///< CollectMemory: a copy made for reading is dropped when its readers have ended
  friend bool operator==(const ArgumentDecision&, const ArgumentDecision&) = default;
};

/// All decisions, in the order of the slots and arguments of a TaskGraph.
struct Plan {
  std::vector<TaskDecision> tasks;
  std::vector<ArgumentDecision> arguments;
  /// InstanceLimit of each kind of task, 0: any number. Most in flight of those that one processor launches, or, where
  /// no task launches them, of those on one node.
  std::vector<std::uint32_t> limits;
  friend bool operator==(const Plan&, const Plan&) = default;
};

/// A plan with as many decisions as the program needs, each with its default.
Plan blank_plan(const Program& program, const TaskGraph& graph);

/// The whole plan as text, one line for a decision; equal texts are equal plans.
std::string canonical_text(const Program& program, const TaskGraph& graph, const Plan& plan);
/// SHA-256 of the canonical text.
std::string plan_hash(const Program& program, const TaskGraph& graph, const Plan& plan);

/// One JSON document, with the names of launches and points beside the decisions (docs/programs.md).
std::string plan_json(const Program& program, const TaskGraph& graph, const Plan& plan);
/// The plan of a document that plan_json wrote. Input error with the path in the document ("/launches/0/tasks/3"): not
/// JSON, a launch or point that the program does not have there, a kind or layout that there is not.
Result<Plan> plan_from_json(const Program& program, const TaskGraph& graph, std::string_view text);

/// Decisions of one sort, for one argument of one launch, that two plans make differently.
struct PlanDifference {
  std::uint32_t launch = none;   ///< none: a limit
  std::uint32_t argument = none; ///< of the launch; none: a decision about the tasks
  std::string decision;          ///< "processor", "priority", "memory", "layout", "collect" or "limit"
  std::uint64_t count = 0;       ///< of points
  std::string example;           ///< "sweep (3): GPU 0 of node 0, then GPU 1 of node 0", the first of them
  std::uint32_t kind = none;     ///< of tasks, of a limit
  bool other_kind = false;       ///< of processors: some are of another kind
};

/// What differs between two plans of one program, in the order of launches, arguments and decisions.
std::vector<PlanDifference> plan_differences(const Program& program, const TaskGraph& graph, const Plan& before,
                                             const Plan& after);

} // namespace mapwright::mapper
