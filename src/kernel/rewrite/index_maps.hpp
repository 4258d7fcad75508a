// Launches over exactly the items, or the groups, that have something to do: guards become index maps.
#pragma once

#include "kernel/rewrite/device_kernel.hpp"
#include "kernel/rewrite/draft.hpp"

#include <vector>

namespace mapwright::kernel::rewrite {

/// exact-index-map: a one-dimensional launch over the items that pass the guards; each finds its indices by the proved
/// map of their domain, and the guards go.
std::vector<Draft> exact_index_maps(const Task& task, const Source& source, const KernelCandidate& candidate);

/// exact-tile-map: a one-dimensional launch over the square groups that hold an item which passes the guards.
std::vector<Draft> exact_tile_maps(const Task& task, const Source& source, const KernelCandidate& candidate);

} // namespace mapwright::kernel::rewrite
