// List scheduling on the machine model: a plan without any search.
//
// Topcuoglu, Hariri and Wu, "Performance-Effective and Low-Complexity Task Scheduling for Heterogeneous Computing"
// (HEFT), 2002: tasks in the order of their upward ranks, computed with mean times and mean copies, each to the
// processor where it would end first. As StarPU's dmda does, the end is estimated with the copies that the data need
// from where they are valid, and with the memory that lets the task end first. Trips of loops share one decision: the
// first task of a slot that comes up makes it.
#pragma once

#include "mapper/plan/plan.hpp"
#include "mapper/search/decision_space.hpp"

#include <vector>

namespace mapwright::mapper {

/// Seconds from the begin of each task to the end of the run along the longest chain of mean times and mean copies.
std::vector<double> upward_ranks(const SearchScene& scene);

/// The plan. A memory is taken only while all that was ever put there leaves room for what the task wants, if any that
/// the processor sees has room; each region has one layout that all its users can work on, if there is one.
/// REQUIRES: each kind of task has a variant for a processor of the machine.
Plan list_schedule(const SearchScene& scene);

} // namespace mapwright::mapper
