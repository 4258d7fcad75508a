// How many bytes must be copied, whatever the order in which the tasks of a plan run.
#pragma once

#include "mapper/machine/machine.hpp"
#include "mapper/plan/plan.hpp"
#include "mapper/program/graph.hpp"

#include <cstdint>

namespace mapwright::mapper {

/// Bytes that no run of a plan can do without.
struct CommunicationBound {
  std::uint64_t memories = 0; ///< from one memory to another
  std::uint64_t nodes = 0;    ///< of those, from one node to another
};

/// For each piece of data and each time that it is written: a copy to every memory where that value is read and was not
/// written; for contributions of reductions, one from each of their instances outside the memory that reads first,
/// which is taken to be the one with the fewest copies. What a memory reads before anything is written costs nothing
/// for the first one.
///
/// Nothing is certain without a plan: where one memory holds everything, nothing is copied. Changes of layout inside a
/// memory do not count. Throws std::logic_error for a plan with a memory that the machine does not have; `resolve`
/// refuses such plans.
CommunicationBound communication_bound(const TaskGraph& graph, const Machine& machine, const Plan& plan);

} // namespace mapwright::mapper
