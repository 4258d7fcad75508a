// Ways to cut a region.
#pragma once

#include "mapper/program/program.hpp"

#include <cstdint>
#include <vector>

namespace mapwright::mapper {

inline constexpr std::uint64_t most_colours = std::uint64_t{1} << 21; ///< of all partitions of a program
inline constexpr std::size_t most_rectangles = 4096;                  ///< of one set, single points not counted

/// Blocks: dimension d is cut into counts[d] parts of ceil(extent / counts[d]) points, the last ones clipped and maybe
/// empty. `colours` is the box of the counts.
std::vector<PointSet> cut_into_blocks(const Rectangle& extents, const Rectangle& colours);

/// For each set of `partition` the points of `extents` at most widths[d] away in dimension d from the least box around
/// the set; without those of the box itself unless `inside`.
std::vector<PointSet> cut_into_halos(const Rectangle& extents, const Partition& partition, const Coordinates& widths,
                                     bool inside);

/// The same points as rectangles that do not overlap: rectangles in one row of the first dimension that touch are
/// joined. Quadratic in the number of rectangles that are no single points.
PointSet without_overlaps(PointSet set);

/// Whether no point has two colours.
bool is_disjoint(const Partition& partition, const Rectangle& extents);

} // namespace mapwright::mapper
