// Why a run stopped, with its numbers.
#pragma once

#include "core/budget.hpp"
#include "core/error.hpp"

#include <cstdint>
#include <string>
#include <variant>

#include <nlohmann/json.hpp>

namespace mapwright::loop {

/// The goal was reached.
struct Solved {
  std::uint64_t step = 0; ///< the one that reached it
};

/// The proposers had nothing more to propose.
struct NothingLeft {
  std::uint64_t steps = 0; ///< committed
};

/// Nothing better was found for a while.
struct Stalled {
  std::uint64_t steps = 0;    ///< since the last improvement
  std::uint64_t patience = 0; ///< the limit
};

/// Somebody asked for it; the run can be resumed.
struct Interrupted {};

/// Something the run needs is missing or failed; the run can be resumed when it is there again.
struct Broken {
  Error error;
};

using StopReason = std::variant<Solved, Exhausted, NothingLeft, Stalled, Interrupted, Broken>;

/// "solved", "budget", "nothing-left", "stalled", "interrupted" or "broken".
std::string kind_of(const StopReason& reason);

/// {"kind": ..., and the numbers}: what the archive and reports hold.
nlohmann::json to_json(const StopReason& reason);

/// The sentence of a reason as to_json wrote it: "the goal was reached in step 3". An unknown kind is shown as it is.
std::string stop_text(const nlohmann::json& reason);

/// Whether the same decision follows from the same steps; otherwise from time, a person or a machine.
bool follows_from_steps(const nlohmann::json& reason);

} // namespace mapwright::loop
