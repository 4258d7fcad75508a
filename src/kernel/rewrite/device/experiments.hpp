// The experiments of the device half of the catalogue: each gives a draft for every place where it fits.
#pragma once

#include "kernel/rewrite/catalogue.hpp"
#include "kernel/rewrite/draft.hpp"

#include <vector>

namespace mapwright::kernel::rewrite::device {

using Drafts = std::vector<Draft>;

/// A one-dimensional launch over the items that pass the guards; each finds its indices by the proved map of their
/// domain, and the guards go. In C++: exact_nests().
Drafts exact_index_map(const Subject& subject);
/// A one-dimensional launch over the square groups that hold an item which passes the guards.
Drafts exact_tile_map(const Subject& subject);

/// More values for the tunables that are sizes of groups, and long, flat groups to begin with.
Drafts work_group_shape(const Subject& subject);
/// Two axes of a launch and of the ids of its kernel are exchanged.
Drafts id_transposition(const Subject& subject);
/// Each work item does what several did.
Drafts coarsening(const Subject& subject);

/// Each work item does what several did, within one loop: what they have in common is read once.
Drafts item_jam(const Subject& subject);

/// A loop's accumulator becomes LANES of them.
Drafts several_accumulators(const Subject& subject);
/// OpenCL: a loop over neighbouring elements takes them as vectors.
Drafts vector_types(const Subject& subject);
/// Unroll hints for innermost loops.
Drafts unroll_hint(const Subject& subject);
/// What a group reads many times is brought into its memory, a tile at a time.
Drafts local_memory_staging(const Subject& subject);

/// Pointers of kernels that no other pointer overlaps are said to be so.
Drafts restrict_pointers(const Subject& subject);
/// sum += a * b becomes a fused multiply-add.
Drafts fused_multiply_add(const Subject& subject);
/// Divisions by what a loop does not change become multiplications by its reciprocal.
Drafts reciprocal(const Subject& subject);
/// Options of the device's compiler.
Drafts build_options(const Subject& subject);

} // namespace mapwright::kernel::rewrite::device
