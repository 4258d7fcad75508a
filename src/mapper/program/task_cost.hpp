// What a point task costs, as far as the program says it: the names its expressions may use, and their values.
//
// Besides the sizes of the program, for a parameter `a`: `a` is the number of points of its argument, `a_0`, `a_1`, ...
// the extents of the least box around them. The bytes of a parameter that says nothing are points times bytes of the
// fields, twice that where the task both reads and writes (RW and reductions).
#pragma once

#include "mapper/program/program.hpp"

#include <string>
#include <vector>

namespace mapwright::mapper {

/// The names in scope in the costs of a kind: sizes, then those of each parameter.
std::vector<std::string> cost_names(const Program& program, const std::vector<std::string>& parameters);

/// The names of one parameter, in the order of their values: "a", "a_0", ..., "a_3".
std::vector<std::string> cost_names_of(const std::string& parameter);

} // namespace mapwright::mapper
