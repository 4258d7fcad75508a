// What is handed out of a search: its winner without what it does not need, and what each statement of it gains.
#pragma once

#include "core/error.hpp"
#include "mapper/contest/arena.hpp"
#include "mapper/guidance/minimise.hpp"
#include "mapper/guidance/statement_shares.hpp"

#include <optional>
#include <string>

namespace mapwright::mapper {

/// A mapper text of which no statement can be taken away, with its shares of the speed-up over the arena's default.
struct MinimalWinner {
  MinimalMapper minimal;
  std::optional<StatementShares> shares{}; ///< nothing: the default does not run
};

/// Minimises the text of a mapper that runs. `keep_plan`: whether real runs have judged its plan, so that the text must
/// give the same one; else its makespan may fall. Input error: the mapper is refused, or runs out of memory.
Result<MinimalWinner> minimal_winner(const SearchArena& arena, const std::string& mapper, bool keep_plan);

} // namespace mapwright::mapper
