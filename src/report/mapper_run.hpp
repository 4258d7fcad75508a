// Simulated runs of mapped programs, for people and programs.
#pragma once

#include "core/measurement.hpp"
#include "mapper/machine/machine.hpp"
#include "mapper/plan/plan.hpp"
#include "mapper/program/graph.hpp"
#include "mapper/program/program.hpp"
#include "mapper/simulate/simulation.hpp"
#include "report/json.hpp"

#include <optional>
#include <string>

namespace mapwright::report {

/// A run, and what ran. All of it must outlive this.
struct MapperRun {
  const mapper::Program& program;
  const mapper::TaskGraph& graph;
  const mapper::Machine& machine;
  const mapper::Plan& plan;
  const mapper::Simulation& simulation;
  std::optional<Interval> makespan_range{}; ///< seconds, by the ranges of the machine's numbers
};

/// Makespan and bounds, how busy each kind of processor was, copies between kinds of memory, peaks, the chain of tasks
/// and copies that decided the makespan.
std::string to_text(const MapperRun& run);

/// The same with every pair of memories and every memory (docs/cli.md).
Json to_json(const MapperRun& run);

} // namespace mapwright::report
