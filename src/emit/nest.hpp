// Loops over the points of a map as source text: what stands in for `#pragma omp for collapse`.
//
// The text begins at any index in the time of one unrank and goes on in plain nested loops, the innermost one a loop of
// known length over one coordinate. Threads share the indices by any schedule: equal counts, fixed or guided chunks,
// chunks taken as threads become free, or chunks of equal cost by a weight.
#pragma once

#include "core/error.hpp"
#include "emit/emit.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mapwright::emit {

/// The loops whose points, in their order, are those of a map.
struct Nest {
  std::vector<expr::Symbol> counters;        ///< of the loops, outermost first
  std::vector<expr::Expr> counters_of_point; ///< of the dimensions and sizes, one per counter
  std::vector<expr::Expr> point_of_counters; ///< of the counters and sizes, one per dimension
  /// Of each counter the least and the greatest value, of the sizes and the counters outside it. For outer values with
  /// points exactly the values between have points. Both empty: no such loops; the text goes on by the successor.
  std::vector<expr::Expr> first;
  std::vector<expr::Expr> last;
};

/// What one emitted file of loops contains.
struct NestUnit {
  Unit map;
  Nest nest;
  std::string weight;          ///< of a point, for people; empty: every point costs the same
  std::optional<Unit> costs{}; ///< the map whose points begin with the counters and are as many as they cost
};

/// The languages of emit_nest.
std::vector<std::string_view> nest_languages();

/// The text of the maps, followed by the loops. An input error for another language, for maps with run-time tables, or
/// when no word size is common to both maps.
Result<std::string> emit_nest(const NestUnit& unit, std::string_view language);

} // namespace mapwright::emit
