// Int: the machine carrier of the exact integers of the expression language.
//
// Law E0 (docs/semantics.md): an operation whose exact result does not fit Int is a fault, never a wrapped value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mapwright::expr {

__extension__ typedef __int128 Int;
__extension__ typedef unsigned __int128 UInt;

inline constexpr Int int_max = static_cast<Int>((static_cast<UInt>(1) << 127) - 1);
inline constexpr Int int_min = -int_max - 1;

/// Decimal text of any Int.
std::string to_string(Int value);

/// The Int written in decimal (an optional '-', then digits), or nothing when malformed or out of range.
std::optional<Int> parse_int(std::string_view text);

/// Exact results; nothing when they do not fit.
std::optional<Int> checked_add(Int a, Int b);
std::optional<Int> checked_sub(Int a, Int b);
std::optional<Int> checked_mul(Int a, Int b);

/// floor(a / b) and a - b*floor(a / b), for b != 0. The remainder has the sign of b.
Int floor_div(Int a, Int b);
Int floor_mod(Int a, Int b);

/// ceil(a / b), for b != 0.
Int ceil_div(Int a, Int b);

/// Greatest r >= 0 with r^k <= x, for x >= 0 and k >= 1.
Int integer_root(Int x, int k);

/// base^exponent, nothing when it does not fit; exponent >= 0.
std::optional<Int> integer_power(Int base, Int exponent);

/// Greatest common divisor, non-negative; gcd(0, 0) = 0.
Int gcd(Int a, Int b);

} // namespace mapwright::expr
