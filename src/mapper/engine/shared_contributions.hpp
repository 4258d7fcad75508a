// Tasks that combine into the same data through two arguments: a program may say so, no kernel can do it.
#pragma once

#include "core/error.hpp"
#include "mapper/program/graph.hpp"

namespace mapwright::mapper {

/// Input error: a task with two arguments for reductions that share data. An engine hands arguments over as copies
/// where they are not one box, so one contribution would be lost.
Result<void> refuse_shared_contributions(const Program& program, const TaskGraph& graph);

} // namespace mapwright::mapper
