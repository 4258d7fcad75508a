// From a telescoping plan to the five functions of a map. Deterministic: the checker assembles again and compares.
//
// The lemma the assembler relies on, level by level from the outside (docs/certificates.md spells it out):
//   Let r be the residual of a prefix, 0 <= r < number of points with that prefix. The pieces of the level, in order,
//   have t1, t2, ... points; the i with t1 + .. + t(i-1) <= r < t1 + .. + ti is found by subtraction. In that piece the
//   greatest x with before(x) <= r' (r' what is left) is the coordinate, because before(x) counts the points whose
//   coordinate in this piece is less than x; and r' - before(x) is the residual of the longer prefix.
#pragma once

#include "index_map/agree.hpp"
#include "index_map/telescoping/plan.hpp"

namespace mapwright::index_map {

Assembled assemble_telescoping(const TelescopingPlan& plan);

} // namespace mapwright::index_map
