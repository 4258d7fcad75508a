#include "kernel/rewrite/cpp/experiments.hpp"

namespace mapwright::kernel::rewrite {

const std::vector<Rule>& cpp_rules() {
  static const std::vector<Rule> table{reduction_simd(),
                                       simd_loop(),
                                       several_accumulators(),
                                       reduction_interchange(),
                                       loop_interchange(),
                                       loop_distribution(),
                                       tiling(),
                                       unroll_and_jam(),
                                       register_tile(),
                                       unroll_pragma(),
                                       guard_to_bounds(),
                                       hoist_invariants(),
                                       reciprocal(),
                                       fused_multiply_add(),
                                       narrow_index(),
                                       prefetch(),
                                       private_copies(),
                                       restrict_pointers(),
                                       omp_schedule(),
                                       omp_collapse(),
                                       parallel_grain(),
                                       inner_parallel(),
                                       fast_math(),
                                       other_compiler(),
                                       polly(),
                                       wide_vectors()};
  return table;
}

} // namespace mapwright::kernel::rewrite
