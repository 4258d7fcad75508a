// Simulated runs for trace viewers.
#pragma once

#include "mapper/machine/machine.hpp"
#include "mapper/program/graph.hpp"
#include "mapper/simulate/simulation.hpp"

#include <string>

namespace mapwright::mapper {

/// The run as a JSON document in Chrome's trace event format, which ui.perfetto.dev and chrome://tracing open.
///
/// Each node is a process. It has a thread for each processor that ran something, with its tasks; for each memory that
/// got copies, with these, and further ones ("into FBMEM 0, 2") where copies into it overlap; and for each link that
/// copies wait for each other on, with the time that each copy holds it. One more process has the critical path: each
/// task and copy of it from the end of the one before it. Times are microseconds, rounded to nanoseconds. Events of one
/// thread never overlap. Of a run that stopped it has the tasks that had ended.
std::string chrome_trace(const Program& program, const TaskGraph& graph, const Machine& machine, const Simulation& run);

} // namespace mapwright::mapper
