// The obligations of one inversion: that its formulas count what they say and that its corrections suffice.
#pragma once

#include "index_map/telescoping/plan.hpp"

#include <string>

namespace mapwright::index_map {

/// Checks before(x) = sum(x - 1) - sum(first - 1); an empty string when proved.
std::string refute_before(Symbol coordinate, const PiecePlan& piece);

/// Checks before, total, and the method of the inversion; an empty string when proved.
std::string refute_inversion(Symbol coordinate, const PiecePlan& piece);

} // namespace mapwright::index_map
