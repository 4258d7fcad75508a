// Where runtimes put the points of an index launch that nothing maps.
#pragma once

#include "mapper/rectangle.hpp"
#include "mapper/space/processor_space.hpp"

#include <cstdint>
#include <vector>

namespace mapwright::mapper {

/// The processor of each point, the first dimension fastest: blocks of the grid that greedy_factors makes of `nodes`,
/// and the points of a node in turn over its `processors`. A launch inside a task is spread over one node.
std::vector<space::ProcessorPoint> usual_spread(const Rectangle& domain, std::uint32_t nodes, std::uint32_t processors);

} // namespace mapwright::mapper
