// The step of a telescoping proof: sums over the pieces of a level are the weights of the level above.
#pragma once

#include "index_map/telescoping/proof.hpp"

namespace mapwright::index_map {

/// Facts: where the pieces of level k meet a region of the level above (of count, above the first), their sums add up
/// to its weight; no prefix with points lies outside those regions.
void check_telescoping_step(Proof& proof, std::size_t k);

} // namespace mapwright::index_map
