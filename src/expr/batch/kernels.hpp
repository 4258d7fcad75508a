// The operations of a batch on blocks of lanes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mapwright::expr::batch {

enum class Code : std::uint8_t {
  // Control; executed by the machine itself (batch/run.cpp).
  loop_begin,      ///< d := 0, 1, ..., a-1 (or down from a-1) for the operations up to the matching loop_end
  loop_end,        ///< back to the matching loop_begin
  skip_if_zero,    ///< to `target` when the uniform a is 0
  skip_if_nonzero, ///< to `target` when the uniform a is not 0
  skip_if_none,    ///< to `target` when a is 0 in all lanes
  // d := op(a), op(a, b) or op(a, b, c), lane by lane. Additions, subtractions and products wrap.
  copy,
  logical_not,
  floor_log2,   ///< 0 where a <= 0
  root2,        ///< exact floor of the square root of max(a, 0)
  root3,        ///< exact floor of the cube root of max(a, 0)
  root_any,     ///< exact floor of the b-th root of max(a, 0)
  estimate2,    ///< the floor of a square root computed in double precision; see RootEstimate
  estimate3,    ///< the same of a cube root
  estimate_any, ///< the same of a b-th root
  add,
  sub,
  mul,
  floor_div, ///< divisions give 0 where b = 0
  floor_mod,
  trunc_div, ///< rounds towards zero: nonneg_div and exact_div
  trunc_mod,
  minimum,
  maximum,
  power,
  shift_left,  ///< b clamped to [0, 63]
  shift_right, ///< arithmetic; b clamped to [0, 63]
  bit_and,
  bit_or,
  bit_xor,
  less,
  less_equal,
  equal,
  not_equal,
  logical_and,
  logical_or,
  select,       ///< a != 0 ? b : c
  step_down,    ///< a - [b = 0]
  step_up,      ///< a + [b != 0 and a < c]
  load,         ///< b[a], b a table of *c entries; b[0] outside
  floor_div_by, ///< as above with b a Reciprocal
  floor_mod_by,
  nonneg_div_by, ///< for a >= 0
  nonneg_mod_by,
  exact_div_by,
  reciprocal, ///< d := the Reciprocal of a
};

/// Division by d, prepared; stored in consecutive 64-bit words so that it travels like an operand.
/// Kind `multiply`, d > 0 no power of two: with l = ceil(log2 d) and m = ceil(2^(63+l) / d) < 2^64,
///   floor(a / d) = (m * a >> 64) >> (l - 1)   for 0 <= a < 2^63,
/// since m*d - 2^(63+l) < d <= 2^l (Granlund and Montgomery, "Division by Invariant Integers using Multiplication").
/// Exact division needs no high product: a / d = (a >> trailing) * inverse mod 2^64, inverse that of the odd part of d.
struct Reciprocal {
  enum Kind : std::int64_t { multiply, shift, general };
  std::int64_t multiplier = 0; ///< m, as bits
  std::int64_t shift_by = 0;   ///< l - 1; of a power of two: its exponent
  std::int64_t divisor = 0;
  std::int64_t kind = general; ///< general: divisors <= 0, divided one by one
  std::int64_t inverse = 0;
  std::int64_t trailing = 0;
};
inline constexpr int reciprocal_words = 6;
static_assert(sizeof(Reciprocal) == reciprocal_words * sizeof(std::int64_t));

Reciprocal reciprocal_of(std::int64_t divisor);

/// n is 1 or a multiple of `lane_granule`. d may be an operand, and overlaps none partially.
using Kernel = void (*)(std::int64_t* d, const std::int64_t* a, const std::int64_t* b, const std::int64_t* c,
                        std::size_t n);
inline constexpr std::size_t lane_granule = 64;

/// Bits of `uniform`: which of a, b, c is one value for all lanes.
enum Uniform : unsigned { a_uniform = 1, b_uniform = 2, c_uniform = 4 };

/// The kernel of `code` for operands of these kinds, for the best instruction set of this machine.
Kernel find_kernel(Code code, unsigned uniform);
std::string_view instruction_set();

/// The same, compiled for one instruction set each.
namespace baseline {
Kernel find_kernel(Code code, unsigned uniform);
}
namespace avx2 {
Kernel find_kernel(Code code, unsigned uniform);
}
namespace avx512 {
Kernel find_kernel(Code code, unsigned uniform);
}

} // namespace mapwright::expr::batch
