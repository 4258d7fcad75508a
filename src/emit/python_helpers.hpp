// The small functions emitted Python leans on, in its three flavours.
//
// An exact root in words takes a candidate r with R <= r <= R + 2, R the root sought, limits it to the greatest root of
// a word, and steps down twice where r^k > x; no power leaves the word then.
//   NumPy   double has 53 bits. sqrt rounds correctly. x^(1/k) for k >= 3 is below 2^21: the error of the exponent
//           (2^-54 of it) times ln x < 44, and 2 ulp of pow, come to less than 2^21 * 2^-46. Rounding x itself takes
//           2^-53 of the root. floor(estimate) is R - 1, R or R + 1.
//   Triton  degree 2 alone: a float has the root below 2^16 of a 32-bit word, a double that of a 64-bit one, each off
//   by
//           less than 1/2 even where the device's square root has an error of 4 ulp. Other degrees go bit by bit.
#pragma once

#include "emit/helpers.hpp"
#include "emit/python_printer.hpp"

namespace mapwright::emit {

/// The definitions of the helpers in `used`; throws std::logic_error for a helper nobody defines.
std::string python_helpers(const HelperSet& used, const PythonSpelling& spelling);

} // namespace mapwright::emit
