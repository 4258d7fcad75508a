// Which mappings of a search are faster than the default for real.
//
// Each plan runs once and its results are checked. The best by the simulator then run in common rounds with the
// default, in random order, where the most promising are picked out; a verdict of SLOWER there is final. Those that are
// left are tested one after the other in pairs made afresh, as the best of several is better in the rounds that chose
// it than it really is. All verdicts of a confirmation together are wrong with the probability asked for at most: each
// test is made at the confidence that Bonferroni's inequality wants for as many as there may be.
#pragma once

#include "core/error.hpp"
#include "mapper/confirm/confirmation.hpp"
#include "measure/clock.hpp"

#include <functional>

namespace mapwright::mapper {

/// One timed run of a plan whose results were right.
struct RealRun {
  TimedRun run;
  measure::Taint taint = measure::Taint::none; ///< of other work on the computer
  std::string version{};                       ///< of the engine
};

/// What runs plans for real.
class RealRunner {
public:
  virtual ~RealRunner() = default;
  /// Runs the plan of this hash. Errors: input or machine, where it cannot run, ends its process or has wrong results;
  /// internal: no fault of the plan's.
  virtual Result<RealRun> run(const std::string& plan) = 0;
};

struct ConfirmRule {
  Seconds most{60};          ///< most time, the runs that try each plan left out
  double equivalence = 0.02; ///< SAME: the ratio of times is within this of 1, as in races of kernels
  double confidence = 0.95;  ///< of all verdicts together
  double screening = 0.4;    ///< part of the time that common rounds may take
  std::uint64_t seed = 1;    ///< of the order of runs
};

/// Is told after each stage, for the archive. An error ends the confirmation.
using KeepConfirmation = std::function<Result<void>(const Confirmation&)>;

/// Goes on from where `begun` stands. Plans behind the first `top` that can be used are only tried in place of others,
/// and taken out where they were not needed. Handed out is the fastest that is FASTER, else one that is SAME, else one
/// that is UNCLEAR and no slower in the median, else the default. Errors: those of `keep`, of runs of the default, and
/// internal ones.
Result<Confirmation> confirm(Confirmation begun, RealRunner& runner, measure::Clock& clock, const ConfirmRule& rule,
                             const KeepConfirmation& keep);

} // namespace mapwright::mapper
