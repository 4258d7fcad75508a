// Programs and machines in words, as a model is told of them.
#pragma once

#include "mapper/machine/machine.hpp"
#include "mapper/program/graph.hpp"
#include "mapper/program/program.hpp"

#include <string>

namespace mapwright::mapper {

/// Nodes, processors, memories with capacities, which processor sees which memory, links and network. Lines that end in
/// newlines.
std::string machine_in_words(const Machine& machine);

/// Regions and partitions with their sizes, kinds of tasks with variants and what their kernels need, launches with
/// domains, how often they run, and their arguments.
std::string program_in_words(const Program& program, const TaskGraph& graph);

} // namespace mapwright::mapper
