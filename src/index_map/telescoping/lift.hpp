// Preparation of a set: disjoint convex pieces in which strides have become extra innermost coordinates.
#pragma once

#include "core/error.hpp"
#include "domain/isl_handle.hpp"

#include <string>
#include <vector>

namespace mapwright::index_map {

/// Disjoint convex sets over (scan coordinates, hidden coordinates), without existential variables. For each point of
/// the original set there is exactly one value of the hidden coordinates.
struct Lifted {
  std::vector<domain::IslBasicSet> pieces;
  int dimensions = 0; ///< scan coordinates
  int hidden = 0;     ///< stride coordinates appended to them
};

/// Reads isl text into a set with no tuple name.
Result<domain::IslSet> read_set(const domain::IslContext& context, const std::string& text);

Result<Lifted> lift(const domain::IslSet& set);

} // namespace mapwright::index_map
