// The reference engine: the tasks of a program one after another, in program order, on plain arrays.
#pragma once

#include "core/error.hpp"
#include "mapper/engine/kernels.hpp"
#include "mapper/engine/region_data.hpp"
#include "mapper/program/graph.hpp"

#include <cstdint>
#include <functional>

namespace mapwright::mapper {

/// Runs all tasks with their host kernels; `data` holds the values before and, after, those that every mapping of the
/// program must give as well, up to the order of reductions. `begins` is told the number of each task in the graph
/// before its kernel is called. Input error: a kind of task that touches data or launches none has no host kernel.
Result<void> run_sequentially(const Program& program, const TaskGraph& graph, const KernelTable& kernels,
                              RegionData& data, const std::function<void(std::uint32_t)>& begins = {});

} // namespace mapwright::mapper
