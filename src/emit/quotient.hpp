// Division by a number that is known long before the dividends: a multiplication and a shift.
//
// Theorem (Granlund and Montgomery, Division by Invariant Integers using Multiplication, PLDI 1994, Theorem 4.2, with
// N = bits - 1). Let 1 <= d < 2^N, s = ceil(log2 d), m = ceil(2^(N+s) / d). Then m < 2^(N+1) = 2^bits, and for every x
// with 0 <= x < 2^N,  floor(x / d) = floor(x*m / 2^(N+s)).
//
// Proof. m*d = 2^(N+s) + e with 0 <= e < d <= 2^s. So x*m / 2^(N+s) = x/d + x*e / (d * 2^(N+s)), and as x < 2^N and
// e < 2^s the second term is below 1/d: x/d <= x*m / 2^(N+s) < (x + 1)/d. Nothing in that range exceeds or reaches
// floor(x/d) + 1, because x + 1 <= d * (floor(x/d) + 1). So the floors agree.
// The size of m: for d = 1 it is 2^N. Otherwise s >= 1 and d >= 2^(s-1) + 1, so
// 2^(N+s) / d <= 2^(N+1) * (1 - 1 / (2^(s-1) + 1)), where s <= N gives 2^(s-1) + 1 <= 2^N for N >= 2: the integer
// 2^(N+1) - 2 is not below that quotient, hence not below its ceiling m.
//
// Emitted: floor(x*m / 2^(N+s)) = floor(floor(2x * m / 2^bits) / 2^s), the upper word of a product of words and a
// shift; 2x < 2^bits. m comes from a long division in one word: with 2^s = d + r, 0 <= r < d, N more binary digits of
// 2^s * 2^N / d behind the leading 1, and one more at the end where a remainder is left. Every remainder is below
// d < 2^N, so its double fits the word.
#pragma once

#include "emit/helpers.hpp"

namespace mapwright::emit {

/// Whether the helper of that name is defined here: "quotient", "remainder".
bool is_quotient_helper(std::string_view name);

/// Definitions of struct divisor, make_divisor and of the helpers in `used` that are defined here.
std::string quotient_definitions(const HelperSet& used, const Spelling& spelling);

} // namespace mapwright::emit
