#include "expr/batch/narrow.hpp"

#include <algorithm>

namespace mapwright::expr::batch {

bool fits_narrow_lanes(const Function& f, const Box& box, Tables tables) {
  constexpr int narrow_bits = 32;
  const bool within_bounds = std::all_of(tables.begin(), tables.end(), [](const Table& table) {
    return !table.runtime || std::all_of(table.values.begin(), table.values.end(), [&table](std::int64_t entry) {
      return table.least <= entry && entry <= table.greatest;
    });
  });
  if (!within_bounds) {
    return false;
  }
  AnalysisOptions options;
  options.keep_hazards = true;
  options.as_executed = true;
  const Analysis analysis = analyse(f, box, tables, options);
  return analysis.fits(narrow_bits) && analysis.hazards.empty();
}

} // namespace mapwright::expr::batch
