// Integer roots as emitted functions.
//
// Two functions per degree k. Let rho be the real k-th root of x >= 0 and R = floor(rho).
//   irootk(x)  E13: exactly R.
//   rootk(x)   the estimate of a Solve: R <= r <= rho * (1 + eps), where eps = 2^-20 in the 32-bit variant and 2^-48 in
//              the 64-bit one: the contract of RootEstimate in expr/function.hpp.
// rootk is a floating root, biased upwards by more than its error and truncated, where that stays below eps; elsewhere
// it is irootk, as R satisfies the inequality. irootk takes a candidate r in {R, R + 1} and subtracts [r^k > x], in
// unsigned arithmetic: (R + 1)^k < 2^bits for R^k < 2^(bits-1) and every degree that takes this way.
//
// Errors of the floating roots, in units of u = 2^-24 (float). Converting x rounds by u, of which a k-th root keeps
// u/k. OpenCL 1.2 (full profile) and CUDA's fast arithmetic allow sqrt 3 ulp, OpenCL allows cbrt 2 ulp; an ulp is at
// most 2u. The product with the bias rounds by u.
//   degree  root         error    + u      bias   error + bias + u
//   2       sqrt         6.5 u    7.5 u    8 u    15.5 u < 2^-20
//   3       cbrt         4.4 u    5.4 u    8 u    13.4 u < 2^-20
//   4       sqrt(sqrt)   9.3 u   10.3 u   16 u    26.3 u: R + 1 at most for R < 2^16, but no estimate
//   6       sqrt(cbrt)   8.2 u    9.2 u   16 u    25.2 u: the same
// In double, sqrt rounds correctly everywhere: rounding x and the root to nearest never takes the root of R^2 or more
// below R. The others have the errors above with u = 2^-53 and the bias 2^-49 = 16 u; sums stay below 2^-48 = 32 u.
// pow has 16 ulp and more: other degrees build the root bit by bit in integers. The 64-bit variant without double has
// R < 2^16 for degrees 4 and 6, where a float is good enough for irootk; degrees 2 and 3 take one Newton step.
#pragma once

#include "emit/helpers.hpp"

namespace mapwright::emit {

/// Replaces @Q (qualifier), @I and @U (index and unsigned type; "@I(" starts a cast), @B (bits), @D{h} (name of helper
/// h in its definition), @H{h} (in a call), @L (body of floor_log2), @P (of multiply_high), @S{f} (math function f of
/// float), @M{f} (of double), @F( and @R( (casts to float and double).
std::string fill(const std::string& text, const Spelling& spelling);

/// The helper a Solve by a root of this degree estimates with.
std::string estimate_helper(int degree, int bits);

/// Definitions of the root helpers in `used`; throws std::logic_error for a helper nobody defines.
std::string root_definitions(const HelperSet& used, const Spelling& spelling);

} // namespace mapwright::emit
