// C++: a nest whose inner loop is bounded by the outer one, shared among threads by an exact index of its turns.
#pragma once

#include "kernel/rewrite/catalogue.hpp"
#include "kernel/rewrite/draft.hpp"

#include <vector>

namespace mapwright::kernel::rewrite {

/// Every parallel loop over rows whose body is one loop over an affine part of the row: all turns become PARTS parts of
/// equal size; each finds its first turn by the proved map of the nest and goes on row by row.
std::vector<Draft> exact_nests(const Subject& subject);

} // namespace mapwright::kernel::rewrite
