#include "expr/batch/kernels.hpp"

#include <bit>

namespace mapwright::expr::batch {

namespace {

__extension__ typedef unsigned __int128 Wide;

struct InstructionSet {
  std::string_view name;
  Kernel (*find)(Code code, unsigned uniform);
};

InstructionSet best() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
      __builtin_cpu_supports("avx512vl") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
      __builtin_cpu_supports("avx512cd") != 0) {
    return {"avx512", avx512::find_kernel};
  }
  if (__builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 &&
      __builtin_cpu_supports("bmi2") != 0) {
    return {"avx2", avx2::find_kernel};
  }
#endif
  return {"baseline", baseline::find_kernel};
}

const InstructionSet& chosen() {
  static const InstructionSet set = best();
  return set;
}

/// The inverse of an odd number modulo 2^64: each of Newton's steps doubles the number of correct bits, from 5.
std::uint64_t inverse_of_odd(std::uint64_t odd) {
  std::uint64_t x = (3 * odd) ^ 2;
  for (int step = 0; step < 4; ++step) {
    x *= 2 - odd * x;
  }
  return x;
}

} // namespace

Kernel find_kernel(Code code, unsigned uniform) {
  return chosen().find(code, uniform);
}

std::string_view instruction_set() {
  return chosen().name;
}

Reciprocal reciprocal_of(std::int64_t divisor) {
  Reciprocal r;
  r.divisor = divisor;
  if (divisor == 0) {
    return r;
  }
  r.trailing = std::countr_zero(static_cast<std::uint64_t>(divisor));
  r.inverse = static_cast<std::int64_t>(inverse_of_odd(static_cast<std::uint64_t>(divisor >> r.trailing)));
  if (divisor < 0) {
    return r;
  }
  const auto d = static_cast<std::uint64_t>(divisor);
  if (std::has_single_bit(d)) {
    r.kind = Reciprocal::shift;
    r.shift_by = r.trailing;
    return r;
  }
  const auto l = static_cast<int>(std::bit_width(d)); // ceil(log2 d), as d is no power of two
  r.kind = Reciprocal::multiply;
  r.shift_by = l - 1;
  r.multiplier =
      static_cast<std::int64_t>(static_cast<std::uint64_t>(((static_cast<Wide>(1) << (63 + l)) + d - 1) / d));
  return r;
}

} // namespace mapwright::expr::batch
