// The experiments for C++, one function each; only for the table in rules.cpp.
#pragma once

#include "kernel/rewrite/catalogue.hpp"

namespace mapwright::kernel::rewrite {

Rule reduction_simd();
Rule simd_loop();
Rule several_accumulators();
Rule reduction_interchange();
Rule loop_interchange();
Rule loop_distribution();
Rule tiling();
Rule unroll_and_jam();
Rule register_tile();
Rule unroll_pragma();
Rule guard_to_bounds();
Rule hoist_invariants();
Rule reciprocal();
Rule fused_multiply_add();
Rule narrow_index();
Rule prefetch();
Rule private_copies();
Rule restrict_pointers();
Rule omp_schedule();
Rule omp_collapse();
Rule parallel_grain();
Rule inner_parallel();
Rule fast_math();
Rule other_compiler();
Rule polly();
Rule wide_vectors();

} // namespace mapwright::kernel::rewrite
