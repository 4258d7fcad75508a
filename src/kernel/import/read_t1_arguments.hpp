// KernelSpecification.Arguments of a T1 file; only for the files that implement parse_t1.
#pragma once

#include "kernel/import/t1.hpp"
#include "kernel/tune/json_walk.hpp"

namespace mapwright::kernel {

/// Reads the list into problem.arguments, and says in problem.left_out what had to be changed.
void read_t1_arguments(JsonWalk& walk, const nlohmann::json& list, T1Problem& problem);

} // namespace mapwright::kernel
