// A domain, in the order of its map, cut into chunks of equal weight.
//
// Let W be the weight of all points together. Chunk c of P begins at the point that unit floor(c * W / P) of the
// weight falls into (c = 0: at the first point; c = P: behind the last). So every point is in exactly one chunk, and as
// a cut moves down by less than the weight w of the point it falls into,
//   W / P - (w - 1) - 1  <  weight of a chunk  <  W / P + (w - 1) + 1:
// chunks differ from the ideal by less than the heaviest point. Where W = 0 the chunks have equal counts.
#pragma once

#include "core/error.hpp"
#include "expr/evaluate.hpp"
#include "index_map/chunk/costs.hpp"
#include "index_map/derived.hpp"

#include <span>
#include <vector>

namespace mapwright::index_map::chunk {

/// Where a chunk begins.
struct Cut {
  Int index = 0;  ///< its first index
  Int before = 0; ///< the weight of all points before it, times Cuts::divisor
  friend bool operator==(const Cut&, const Cut&) = default;
};

struct Cuts {
  std::vector<Cut> at; ///< one per chunk, then the end of the last
  Int divisor = 1;     ///< of Cut::before
};

/// floor(total * c / chunks) for 0 <= c <= chunks < 2^31, without leaving the range of `total`.
Int part(Int total, Int c, Int chunks);

/// Chunks of equal counts: every point weighs 1.
Cuts cut_evenly(Int count, Int chunks);

/// By the cumulative weight and its inversion: `chunks` calls of unrank, at any size. `map` is of the domain that
/// `costs` were derived from. Input errors for sizes beyond what 127 bits hold.
Result<Cuts> cut_by_costs(const Derived& map, const Costs& costs, std::span<const Int> sizes, Int chunks);

/// By two passes over all points at one size: any weight, any domain. Input errors when a weight is negative or cannot
/// be evaluated, or when there are too many points.
Result<Cuts> cut_by_scan(const domain::Domain& domain, const Expr& weight, std::span<const Int> sizes,
                         expr::Tables tables, Int chunks);

} // namespace mapwright::index_map::chunk
