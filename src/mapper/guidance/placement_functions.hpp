// Index functions that a change may put in the place of a mapper's own.
#pragma once

#include "mapper/kinds.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mapwright::mapper {

/// An index function as text.
struct PlacementFunction {
  std::string name;  ///< "blocks_by_rows", an identifier
  std::string title; ///< "blocks, the last dimension first"
  std::string text;  ///< the definition, without a newline at the end
};

/// What they are for: launches of one number of dimensions that begin at one point.
struct PlacementShape {
  ProcessorKind processor = ProcessorKind::gpu;
  std::size_t dimensions = 1;
  std::array<std::int64_t, 4> low{};
  bool several_nodes = false;
};

/// Blocks and cyclic with either end of the point first, cyclic over nodes first, grids of blocks and cyclic grids over
/// all processors, and grids over nodes and then over their processors. Every point of a launch of that shape lies in
/// range. The first is plain blocks. Names get `suffix`.
std::vector<PlacementFunction> placement_functions(const PlacementShape& shape, const std::string& suffix);

} // namespace mapwright::mapper
