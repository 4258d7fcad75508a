// A configuration to begin with.
#pragma once

#include "kernel/candidate/candidate.hpp"
#include "kernel/import/t1.hpp"

namespace mapwright::kernel {

/// A value for each parameter that satisfies all constraints: the file's own defaults where they do, else the first in
/// the order of the values. Input error: there is none, or too many were tried.
Result<Tuning> choose_presets(const T1Problem& problem);

} // namespace mapwright::kernel
