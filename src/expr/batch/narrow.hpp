// When lanes of 32 bits compute what lanes of 64 bits do.
#pragma once

#include "expr/function.hpp"
#include "expr/interval.hpp"

namespace mapwright::expr::batch {

/// Whether, for every call inside `box`, no operator faults and every intermediate fits 32 bits - whatever the function
/// promises: neither an Assume nor the meaning of a Solve is believed (AnalysisOptions::as_executed), and entries of
/// run-time tables are held against their bounds. (Only that an exact division leaves no remainder is not concluded.)
/// Kernels compute in lanes that take no part what no lane that does will read, so lanes of both widths agree.
bool fits_narrow_lanes(const Function& f, const Box& box, Tables tables);

} // namespace mapwright::expr::batch
