// How much of a mapper's speed-up is due to each of its statements.
#pragma once

#include "core/error.hpp"
#include "mapper/language/diagnostic.hpp"
#include "mapper/search/decision_space.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace mapwright::mapper {

struct ShareOptions {
  std::size_t most_orders = 24; ///< in which statements are added; all orders of up to four statements
  std::uint64_t seed = 1;       ///< of orders that are drawn
};

/// A statement, or several that decide together.
struct StatementShare {
  std::string statement; ///< "file:line: text"
  double seconds = 0;    ///< of the makespan; below 0: a gain
  double share = 0;      ///< the same in parts of the makespan of the baseline
};

/// The whole change is after - before, to which the seconds of the statements add up.
struct StatementShares {
  double before = 0; ///< seconds, of the baseline
  double after = 0;
  std::vector<StatementShare> statements; ///< the greatest gain first
  std::uint64_t simulations = 0;
  bool exact = false; ///< over all orders: Shapley values
};

/// The change of the makespan that each statement makes when it is added to the baseline's decisions, on the average
/// over orders of adding them (Shapley, "A value for n-person games", 1953). A step to a plan that does not run alone
/// counts where the order makes it possible. Input error: one of the two is refused or runs out of memory.
Result<StatementShares> statement_shares(const language::SourceText& baseline, const language::SourceText& source,
                                         const SearchScene& scene, const ShareOptions& options = {});

} // namespace mapwright::mapper
