// Integer roots as emitted functions.
//
// Two functions per degree k. Let rho be the real k-th root of x >= 0 and R = floor(rho).
//   irootk(x)  E13: exactly R.
//   rootk(x)   the estimate of a Solve (expr/function.hpp): rho * (1 - eps) - 1 < r <= rho * (1 + eps), where
//              eps = 2^-20 in the 32-bit variant and 2^-48 in the 64-bit one.
// Where floating point reaches eps, rootk is the truncated floating root and nothing else; elsewhere it is irootk,
// which satisfies the inequality because rho - 1 < R <= rho. irootk takes a candidate r in {R, R + 1} and subtracts
// [r^k > x], in unsigned arithmetic: (R + 1)^k < 2^bits for R^k < 2^(bits-1) and every degree that takes this way.
//
// Why the floating roots reach eps. Converting x rounds by 2^-24 (float; 2^-23 when a device truncates), which a
// k-th root divides by k. OpenCL 1.2 allows float sqrt 3 ulp (embedded profile 4) and cbrt 2 ulp (4); CUDA's fast
// float sqrt 3 ulp; an ulp is at most 2^-23. Hence below 2^-20:
//   sqrt          2^-24 + 4 * 2^-23             degree 2
//   cbrt          2^-25 + 4 * 2^-23             degree 3
//   sqrt(sqrt)    2^-25 + 2 * 2^-23 + 4 * 2^-23 degree 4
//   sqrt(cbrt)    2^-25 + 2 * 2^-23 + 4 * 2^-23 degree 6
// With double the same sums hold with 2^-52 for 2^-23, far below 2^-48. pow has 16 ulp and more: other degrees build
// the root digit by digit in integers.
//
// Candidates of irootk. The floating root is biased upwards by a factor 1 + b with b above its error, so that the
// truncated value is at least R; it is at most R + 1 as R * (b + error) < 1 - in float up to 2^31, in double always.
// In the 64-bit variant without double, degrees 4 and 6 have R < 2^16, where a float is still good enough; degrees 2
// and 3 take one Newton step in integers, root_step below.
#pragma once

#include "emit/helpers.hpp"

namespace mapwright::emit {

/// Replaces @Q (qualifier), @I and @U (index and unsigned type; "@I(" starts a cast), @B (bits), @D{h} (name of helper
/// h in its definition), @H{h} (in a call), @L (body of floor_log2), @S{f} (math function f of float), @M{f} (of
/// double), @F( and @R( (casts to float and double).
std::string fill(const std::string& text, const Spelling& spelling);

/// The helper a Solve by a root of this degree estimates with.
std::string estimate_helper(int degree);

/// Definitions of the root helpers in `used`; throws std::logic_error for a helper nobody defines.
std::string root_definitions(const HelperSet& used, const Spelling& spelling);

} // namespace mapwright::emit
