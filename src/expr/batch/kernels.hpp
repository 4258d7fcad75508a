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
  shift_left,  ///< b clamped to [0, 63], or to [0, 31] in lanes of 32 bits
  shift_right, ///< arithmetic; b clamped likewise
  bit_and,
  bit_or,
  bit_xor,
  less,
  less_equal,
  equal,
  not_equal,
  logical_and,
  logical_or,
  select,           ///< a != 0 ? b : c
  step_down,        ///< a - [b = 0]
  step_up,          ///< a + [b != 0 and a < c]
  add_product,      ///< a*b + c
  subtract_product, ///< c - a*b
  load,             ///< b[a], b a table of *c entries; b[0] outside
  floor_div_by,     ///< as above with b a Reciprocal
  floor_mod_by,
  nonneg_div_by, ///< for a >= 0
  nonneg_mod_by,
  exact_div_by,
  reciprocal, ///< d := the Reciprocal of a
};

constexpr bool is_control(Code code) {
  return code <= Code::skip_if_none;
}

/// Division by d, prepared; stored in consecutive words so that it travels like an operand. W: bits of a word.
/// Kind `multiply`, d > 0 no power of two: with l = ceil(log2 d) and m = ceil(2^(W-1+l) / d) < 2^W,
///   floor(a / d) = (m * a >> W) >> (l - 1)   for 0 <= a < 2^(W-1),
/// since m*d - 2^(W-1+l) < d <= 2^l (Granlund and Montgomery, "Division by Invariant Integers using Multiplication").
/// Exact division needs no high product: a / d = (a >> trailing) * inverse mod 2^W, inverse that of the odd part of d.
template <class Word> struct Reciprocal {
  enum Kind : Word { multiply, shift, general };
  Word multiplier = 0; ///< m, as bits
  Word shift_by = 0;   ///< l - 1; of a power of two: its exponent
  Word divisor = 0;
  Word kind = general; ///< general: divisors <= 0, divided one by one
  Word inverse = 0;
  Word trailing = 0;
};
inline constexpr int reciprocal_words = 6;
static_assert(sizeof(Reciprocal<std::int32_t>) == reciprocal_words * sizeof(std::int32_t));
static_assert(sizeof(Reciprocal<std::int64_t>) == reciprocal_words * sizeof(std::int64_t));

template <class Word> Reciprocal<Word> reciprocal_of(Word divisor);

/// n is 1 or a multiple of `lane_granule`. d may be an operand, and overlaps none partially.
template <class Word> using Kernel = void (*)(Word* d, const Word* a, const Word* b, const Word* c, std::size_t n);
inline constexpr std::size_t lane_granule = 64;

/// Bits of `uniform`: which of a, b, c is one value for all lanes.
enum Uniform : unsigned { a_uniform = 1, b_uniform = 2, c_uniform = 4 };

/// The operations on lanes of one width: signed words of 32 or 64 bits.
template <class Word> struct KernelSet {
  std::string_view name; ///< of the instruction set
  /// The kernel of `code` for operands of these kinds; null for what the machine executes itself.
  Kernel<Word> (*find)(Code code, unsigned uniform);
  /// d[k] := a[k] for k < n; each must fit.
  void (*take)(Word* d, const std::int64_t* a, std::size_t n);
  void (*give)(std::int64_t* d, const Word* a, std::size_t n);
  /// d[k] := first + k for k < n, wrapping.
  void (*count_up)(Word* d, std::int64_t first, std::size_t n);
  /// Whether low <= a[k] <= high for all k < n.
  bool (*inside)(const std::int64_t* a, std::size_t n, std::int64_t low, std::int64_t high);
};

/// Those for the best instruction set of this machine; Word is std::int32_t or std::int64_t.
template <class Word> const KernelSet<Word>& kernels();

/// The same, compiled for one instruction set each.
namespace baseline {
template <class Word> KernelSet<Word> kernels();
}
namespace avx2 {
template <class Word> KernelSet<Word> kernels();
}
namespace avx512 {
template <class Word> KernelSet<Word> kernels();
}

} // namespace mapwright::expr::batch
