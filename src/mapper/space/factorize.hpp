// Writing a number of processors as a product of grid sizes.
//
// A grid o = (o_0, ..., o_{k-1}) with product n cuts an iteration space of extents L into blocks of w_i = L_i/o_i. The
// surface of a block, what it exchanges with its neighbours, is (product of w) * sum of 1/w_i, and the product of w is
// the same for all grids: the best grid has the least sum of o_i/L_i. All comparisons here are exact.
#pragma once

#include "core/error.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mapwright::mapper::space {

using Factors = std::vector<std::int64_t>;

inline constexpr std::int64_t most_processors = std::int64_t{1} << 32;       ///< largest number that is factorised
inline constexpr std::size_t most_factors = 16;                              ///< longest grid
inline constexpr std::uint64_t most_factorizations = std::uint64_t{1} << 20; ///< most grids auto_factors compares

/// The primes of n >= 1 in ascending order, each as often as it divides n.
std::vector<std::int64_t> prime_factors(std::int64_t n);

/// Number of ordered grids of `parts` sizes whose product is n >= 1: the product over the primes p^a of n of
/// C(a + parts - 1, parts - 1); most_factorizations + 1 where it is larger.
std::uint64_t factorization_count(std::int64_t n, std::size_t parts);

/// The grid with the least sum of o_i/L_i; of several, the one of greedy_factors if it is among them, else the first in
/// this order: exponents of the smallest prime ascending, dimension by dimension, then those of the next prime.
/// Errors: n outside [1, most_processors], no extent or too many, an extent below 1, more than most_factorizations
/// grids.
Result<Factors> auto_factors(std::int64_t n, std::span<const std::int64_t> extents);

/// Primes from largest to smallest, each to the dimension whose L_i/o_i is the largest so far, the first of equals: the
/// usual heuristic of runtimes. Errors as auto_factors, without a limit on the number of grids.
Result<Factors> greedy_factors(std::int64_t n, std::span<const std::int64_t> extents);

/// Primes ascending, each into the first of the smallest factors so far; then sorted descending.
/// Errors: n outside [1, most_processors], parts outside [1, most_factors].
Result<Factors> balanced_factors(std::int64_t n, std::int64_t parts);

} // namespace mapwright::mapper::space
