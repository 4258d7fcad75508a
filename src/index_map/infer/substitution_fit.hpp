// Substitution systems: tiles of several types that are replaced by smaller tiles, space-filling curves among them.
#pragma once

#include "index_map/infer/hypothesis.hpp"

#include <vector>

namespace mapwright::index_map::infer {

/// For each scale: points in the same box of `scale` cells an axis must be consecutive, and are grouped into a tile;
/// the tiles are grouped the same way, until one is left. Two tiles have the same type when their descendants have the
/// same places in the same order as deep as both are known; the depth is the least at which one level more tells no
/// more tiles apart (partition refinement), and every type must be seen one level deeper. Tiles at the ends of the
/// lesson, which may lack children, are not learnt from.
std::vector<Hypothesis> fit_substitutions(const Lesson& lesson);

} // namespace mapwright::index_map::infer
