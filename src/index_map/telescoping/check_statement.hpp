// What a telescoping proof is about.
#pragma once

#include "domain/map.hpp"
#include "index_map/telescoping/proof.hpp"

namespace mapwright::index_map {

/// Facts: the proof speaks of the domain of the map, its scan order, dimensions and parameters; points and scan
/// coordinates determine each other on the set; contains is membership in the set of points.
void check_statement(Proof& proof, const domain::Map& map);

} // namespace mapwright::index_map
