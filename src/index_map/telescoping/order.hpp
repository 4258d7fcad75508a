// The order of pieces along a coordinate.
#pragma once

#include "index_map/telescoping/pieces.hpp"

#include <vector>

namespace mapwright::index_map {

/// True if for some prefix a value of `a` is followed or met by one of `b` at or before it: exists x in a, x' in b with
/// x' <= x. `a` and `b` are over the same coordinates; the last one is compared.
bool reaches_past(const domain::IslSet& a, const domain::IslSet& b);

/// Sorts pieces so that for every prefix each piece lies before the next ones; sets `ordered` to whether that exists.
void order_pieces(std::vector<Piece>& pieces, bool& ordered);

} // namespace mapwright::index_map
