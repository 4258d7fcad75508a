// Which points and fields the atoms of a task graph are.
#pragma once

#include "mapper/program/graph.hpp"

#include <cstdint>
#include <vector>

namespace mapwright::mapper {

/// Points of a region that follow one another in Rectangle::index_of of its extents.
struct PointRun {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};

/// The points and fields of one atom.
struct AtomPlace {
  std::uint64_t fields = 0; ///< bit i: field i of the region
  std::uint64_t points = 0;
  std::vector<PointRun> runs; ///< ascending, as long as can be
};

/// Of each atom of the graph, which is `expand`'s of this program.
std::vector<AtomPlace> places_of_atoms(const Program& program, const TaskGraph& graph);

} // namespace mapwright::mapper
