// Exhaustive comparison of a map with its domain: every index of one size, on all cores.
#pragma once

#include "core/error.hpp"
#include "domain/map.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace mapwright::index_map {

struct ExhaustiveOptions {
  unsigned threads = 0;                       ///< 0: one per hardware thread
  std::uint64_t most_points = 20'000'000'000; ///< larger domains are refused
  bool check_rank = true;                     ///< compare rank(unrank(w)) with w as well
};

struct ExhaustiveReport {
  bool agrees = false;
  std::uint64_t indices = 0;    ///< compared (all of them when agrees)
  double seconds = 0;           ///< wall time of the comparison
  std::string counterexample{}; ///< the least wrong index found: "unrank(7) = (3, 1), the domain has (3, 0)"
};

/// Compares unrank (by the batch evaluator, executing the methods an emitter prints) with an ordered scan of the
/// domain, and rank with the index. `tables` as from tables_for. Errors: input, when the size is outside 64 bits or
/// beyond most_points.
Result<ExhaustiveReport> verify_exhaustively(const domain::Map& map, std::span<const expr::Int> parameters,
                                             std::span<const expr::Table> tables,
                                             const ExhaustiveOptions& options = {});

} // namespace mapwright::index_map
