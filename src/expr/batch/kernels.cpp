#include "expr/batch/kernels.hpp"

#include <bit>
#include <limits>
#include <type_traits>

namespace mapwright::expr::batch {

namespace {

__extension__ typedef unsigned __int128 Wide;

enum class InstructionSet : std::uint8_t { baseline, avx2, avx512 };

InstructionSet best() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
      __builtin_cpu_supports("avx512vl") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
      __builtin_cpu_supports("avx512cd") != 0) {
    return InstructionSet::avx512;
  }
  if (__builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 &&
      __builtin_cpu_supports("bmi2") != 0) {
    return InstructionSet::avx2;
  }
#endif
  return InstructionSet::baseline;
}

template <class Word> KernelSet<Word> best_kernels() {
  switch (best()) {
  case InstructionSet::avx512:
    return avx512::kernels<Word>();
  case InstructionSet::avx2:
    return avx2::kernels<Word>();
  default:
    return baseline::kernels<Word>();
  }
}

/// The inverse of an odd number modulo the range of Unsigned: each of Newton's steps doubles the number of correct
/// bits, from 5.
template <class Unsigned> Unsigned inverse_of_odd(Unsigned odd) {
  Unsigned x = (3 * odd) ^ 2;
  for (int step = 0; step < 4; ++step) {
    x *= 2 - odd * x;
  }
  return x;
}

} // namespace

template <class Word> const KernelSet<Word>& kernels() {
  static const KernelSet<Word> set = best_kernels<Word>();
  return set;
}

template <class Word> Reciprocal<Word> reciprocal_of(Word divisor) {
  using Unsigned = std::make_unsigned_t<Word>;
  Reciprocal<Word> r;
  r.divisor = divisor;
  if (divisor == 0) {
    return r;
  }
  const auto d = static_cast<Unsigned>(divisor);
  r.trailing = std::countr_zero(d);
  r.inverse = static_cast<Word>(inverse_of_odd(static_cast<Unsigned>(divisor >> r.trailing)));
  if (divisor < 0) {
    return r;
  }
  if (std::has_single_bit(d)) {
    r.kind = Reciprocal<Word>::shift;
    r.shift_by = r.trailing;
    return r;
  }
  const auto l = static_cast<int>(std::bit_width(d)); // ceil(log2 d), as d is no power of two
  constexpr int sign_bit = std::numeric_limits<Word>::digits;
  r.kind = Reciprocal<Word>::multiply;
  r.shift_by = l - 1;
  r.multiplier = static_cast<Word>(static_cast<Unsigned>(((static_cast<Wide>(1) << (sign_bit + l)) + d - 1) / d));
  return r;
}

template const KernelSet<std::int32_t>& kernels<std::int32_t>();
template const KernelSet<std::int64_t>& kernels<std::int64_t>();
template Reciprocal<std::int32_t> reciprocal_of(std::int32_t divisor);
template Reciprocal<std::int64_t> reciprocal_of(std::int64_t divisor);

} // namespace mapwright::expr::batch
