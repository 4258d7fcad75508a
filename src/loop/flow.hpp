// The loop: propose -> verify -> measure -> commit, several steps at once, committed in order.
//
// Step k is planned when exactly the steps before k - parallel + 1 are committed (later, when a proposer waits for
// more). That makes every decision a function of the committed steps, however long each took: a run that was killed
// and resumed goes on as it would have, and a replay decides the same.
#pragma once

#include "archive/archive.hpp"
#include "core/budget.hpp"
#include "loop/chat_log.hpp"
#include "loop/evaluator.hpp"
#include "loop/history.hpp"
#include "loop/past.hpp"
#include "loop/proposer.hpp"
#include "loop/stop_reason.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

namespace mapwright::loop {

struct FlowOptions {
  std::uint64_t seed = 1;
  unsigned parallel = 1; ///< steps under way at once
  Budget budget{};
  std::uint64_t patience = 0; ///< steps without improvement after which the run is stalled; 0: never
  bool fallback = false;      ///< go on when a proposer is not available
};

/// Sees every commit, from the thread of the loop.
using Observer = std::function<void(const archive::Step&, const History&)>;

struct Outcome {
  StopReason reason;
  History history;
};

/// Runs until something stops it. Steps of `past` are taken as they are; new ones are appended to `journal`.
/// `recorded` are the exchanges of the run so far: replies of steps that were under way are not asked for again.
/// `stop` interrupts: steps under way are given up. Errors: the archive could not be written or read.
Result<Outcome> run(Proposer& proposer, Evaluator& evaluator, const FlowOptions& options, Past past,
                    const std::vector<archive::Exchange>& recorded, archive::Journal& journal, const Observer& observer,
                    std::stop_token stop);

/// What a replay found.
struct Replayed {
  std::uint64_t steps = 0; ///< made again
  /// The first decision that differs: "step 3: proposed X, recorded Y"; nothing when all are the same.
  std::optional<std::string> difference{};
};

/// Makes all steps of a run again from its record, without asking a model: replies, verdicts and measurements are the
/// recorded ones, every plan and proposal is made anew and compared. With `verify`, candidates are verified again too,
/// and verdicts compared. `end` is how the run ended, as far as it did.
Result<Replayed> replay(Proposer& proposer, Evaluator& evaluator, const FlowOptions& options, Past past,
                        const std::vector<archive::Exchange>& recorded, const std::optional<archive::RunEnd>& end,
                        bool verify, const Observer& observer, std::stop_token stop);

} // namespace mapwright::loop
