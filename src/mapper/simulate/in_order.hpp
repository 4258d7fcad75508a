// Programs as runtimes see them that combine contributions in the data themselves.
#pragma once

#include "mapper/machine/machine.hpp"
#include "mapper/program/graph.hpp"

#include <memory>

namespace mapwright::mapper {

/// A program whose reductions read and write, in program order, and its tasks; numbered as those of the original.
struct InOrderProgram {
  Program program;
  TaskGraph graph;
};

/// Null where the machine's runtime keeps contributions apart, or no such program is possible.
std::shared_ptr<const InOrderProgram> in_order_where_wanted(const Program& program, const Machine& machine);

} // namespace mapwright::mapper
