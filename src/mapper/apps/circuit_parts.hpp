// The parts of the circuit application: what its kernels and its reference agree on.
#pragma once

#include "mapper/apps/application.hpp"
#include "mapper/apps/circuit_graph.hpp"

#include <cstdint>

namespace mapwright::mapper {

inline constexpr std::int64_t circuit_segments = 10; ///< of a wire, with a current each and a voltage between two
inline constexpr float circuit_time_step = 1e-2F;    ///< seconds

/// The sizes of the program in their order: what mapwright_task::sizes has.
enum class CircuitSize : std::uint8_t { pieces, nodes_per_piece, shared_per_piece, wires_per_piece, steps };

KernelTable circuit_kernels();

/// Capacities, leakage and voltages of all nodes, and the wires with the numbers of the nodes at their ends as tasks
/// see them: nodes of the piece from 0 on, then its ghosts.
void initialise_circuit(const CircuitGraph& graph, RegionData& data);

/// `loops` loops over the graph as a whole, with nodes by their numbers in the region.
void circuit_reference(const CircuitGraph& graph, std::int64_t steps, std::int64_t loops, RegionData& data);

} // namespace mapwright::mapper
