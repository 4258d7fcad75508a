// Integer matrices whose inverse is an integer matrix too.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace mapwright::domain {

using IntegerMatrix = std::vector<std::vector<std::int64_t>>; ///< rows, all of one length

IntegerMatrix identity_matrix(std::size_t size);

/// The inverse of a square matrix with determinant 1 or -1 and entries of at most 2^15; nothing for any other. Row
/// operations by Euclid's algorithm reach the identity exactly for these.
std::optional<IntegerMatrix> unimodular_inverse(IntegerMatrix matrix);

} // namespace mapwright::domain
