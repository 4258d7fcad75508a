// Assignments next to another: one decision changed, or all of a group alike.
#pragma once

#include "mapper/search/decision_space.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mapwright::mapper {

/// With this option of one decision; decisions behind it that it forbids take the first allowed option.
Assignment with_option(const DecisionSpace& space, Assignment assignment, std::size_t decision, std::uint16_t option);

/// With this option in all decisions of the same group that have one of the same text. Decisions of another group keep
/// theirs as far as they can.
Assignment with_option_in_group(const DecisionSpace& space, Assignment assignment, std::size_t decision,
                                std::uint16_t option);

/// All different assignments of these two forms, but the assignment itself: for each decision in order the changes of
/// its group, where it is the first of it, or, with `alone`, of the decision.
std::vector<Assignment> neighbours(const DecisionSpace& space, const Assignment& assignment, bool alone);

} // namespace mapwright::mapper
