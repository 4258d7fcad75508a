// What is told of a run when it is over; only for the files that implement simulate.hpp.
#pragma once

#include "mapper/simulate/engine.hpp"
#include "mapper/simulate/simulation.hpp"

namespace mapwright::mapper {

/// All copies by pair of memories, of which the machine has so many.
std::vector<MemoryTraffic> traffic_of(const std::vector<SimulatedCopy>& copies, std::uint32_t memories);

/// The chain of tasks and copies that ends with the last task.
std::vector<ChainPart> chain_of(const SimulationState& state);

/// Bounds for the plan of the engine, whatever happened in its run.
LowerBounds bounds_of(const TaskGraph& graph, const Machine& machine, const Engine& engine, const ResolvedPlan& plan,
                      const SimulationState& state);

/// Why the run stopped; the state has a failure.
OutOfMemory out_of_memory_of(const Program& program, const TaskGraph& graph, const Machine& machine,
                             const SiteTable& sites, const ResolvedPlan& plan, const SimulationState& state);

} // namespace mapwright::mapper
