// Indices at which formulas break.
#pragma once

#include "index_map/audit/oracle.hpp"

#include <cstdint>
#include <vector>

namespace mapwright::index_map::audit {

/// Both ends; neighbours of powers of two, counted from either end; where a multiple of the index, of the row, or of
/// their squares and cubes leaves 24, 31, 32, 53, 62, 63 or 64 bits; `random` indices; and the ends of all rows these
/// lie in, with their neighbours. Ascending.
std::vector<std::int64_t> landmarks(const Oracle& oracle, std::size_t random = 256);

/// Sizes around which the number of points, or a product of two or three sizes, leaves a number format. Ascending.
std::vector<std::int64_t> critical_sizes();

/// Indices below `wrong` and not below `floor` at which an earlier fault would show if faults are dense from some
/// index, or from some row on: neighbours, ever larger steps down, an even grid, and the same for the ends of rows.
std::vector<std::int64_t> earlier(const Oracle& oracle, std::int64_t wrong, std::int64_t floor);

} // namespace mapwright::index_map::audit
