// Where a source lies on the axes along which versions are kept apart.
#pragma once

#include "kernel/candidate/candidate.hpp"
#include "kernel/rewrite/examination.hpp"
#include "kernel/rewrite/syntax.hpp"

namespace mapwright::kernel::rewrite {

/// From features of the source alone (Behaviour).
Behaviour behaviour_of(const Source& source, const KernelCandidate& candidate);

} // namespace mapwright::kernel::rewrite
