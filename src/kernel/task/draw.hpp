// How inputs are drawn. Every number is rounded to the argument's type. COUNT is the number of elements.
//
//   uniform(LOW, HIGH)        real numbers, equally likely everywhere in [LOW, HIGH]
//   normal(MEAN, DEVIATION)   the sum of twelve uniform numbers, shifted and scaled: never more than 6 deviations away
//   spread(LOW, HIGH)         sign, exponent and fraction drawn apart: 2^LOW <= |x| < 2^(HIGH + 1); hard for sums
//   cancelling()              neighbours x, -x with 1 <= |x| < 64, an odd last one 0: every sum of all is 0
//   integers(LOW, HIGH)       integers, both ends included
//   sparse_integers(MOST, D)  0, or with probability D an integer of [-MOST, MOST] other than 0
//   constant(X), zeros()
//   ramp()                    0, 1, 2, ... row-major; from 0 again when the type holds the integers no longer
//   one_hot()                 along the last axis one 1, the rest 0
//   below(N)                  integers of [0, N), N an expression in the sizes
//   offsets(TOTAL)            0 <= ... <= TOTAL, the first 0, the last TOTAL: random cuts; TOTAL an expression
//   permutation()             0, ..., COUNT - 1 in random order
//
// LOW, HIGH, MEAN, DEVIATION, MOST, D and X are numbers. The arithmetic is exact or rounded once, in the order that is
// written here and nowhere else, so that every machine draws the same bits.
#pragma once

#include "kernel/task/data.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mapwright::kernel {

/// Reads "KIND(arguments)". Input error with the column in `text`: unknown kind (with a suggestion), wrong number of
/// arguments, no number, empty range.
Result<Distribution> parse_distribution(std::string_view text, const std::vector<std::string>& sizes);

/// Whether the distribution can give elements for this argument at these sizes: input error when the type cannot hold
/// them, or an expression has no sensible value there.
Result<void> check_distribution(const Task& task, std::size_t argument, const Distribution& distribution,
                                const std::vector<std::int64_t>& sizes);

} // namespace mapwright::kernel
