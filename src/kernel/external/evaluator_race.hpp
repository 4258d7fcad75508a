// Which of these candidates is faster, as an evaluator of the user's own times them?
//
// Where a reply holds many samples of every shape, one reply for each candidate is compared. Where it does not, the
// evaluator is asked about all candidates again and again, in random order in each round, and what is compared are the
// pairs of one round.
#pragma once

#include "core/verdict.hpp"
#include "kernel/external/evaluator.hpp"
#include "measure/ratio.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace mapwright::kernel {

struct EvaluatorRaceRule {
  /// Samples of a shape in one reply that are enough to compare single replies, and the least rounds for a verdict.
  static constexpr std::size_t enough = 20;

  std::size_t rounds = enough; ///< asked in as many rounds where replies have fewer samples
  double equivalence = 0.02;
  double confidence = 0.998; ///< of all verdicts together
  std::uint64_t seed = 1;    ///< of the order of questions and the resamples
};

/// One challenger on one shape; medians of all that was told.
struct ExternalShape {
  double baseline_seconds = 0;
  double seconds = 0;
  std::size_t baseline_samples = 0; ///< that count: of one reply, or one for each round
  std::size_t samples = 0;
  measure::RatioEstimate ratio{}; ///< its time over the baseline's
  SpeedVerdict verdict = SpeedVerdict::unclear;
};

/// One challenger.
struct ExternalResult {
  std::string name;
  Evaluation last{};                   ///< the reply that took it out, or the last one
  std::vector<ExternalShape> shapes{}; ///< empty when it is out; one alone when all were timed together
  measure::RatioEstimate mean{};       ///< geometric mean over the shapes
  SpeedVerdict verdict = SpeedVerdict::unclear;
};

struct EvaluatorRace {
  std::vector<ExternalResult> results{};
  ExternalVerdict baseline =
      ExternalVerdict::unchecked; ///< what the evaluator says of the baseline: valid or unchecked
  bool together = false;          ///< there is one time for all shapes
  bool paired = false;            ///< compared by pairs of rounds, not by the samples of one reply
  std::size_t rounds = 0;
};

/// Compares every challenger with `baseline` on `shapes`. A challenger that is wrong, fails or takes too long is out.
/// `progress` is called after every reply with the number of replies so far. Input error: the baseline is not valid, or
/// replies have times of different kinds. Other errors: those of Evaluator::evaluate.
Result<EvaluatorRace> race_by_evaluator(const Task& task, const Evaluator& evaluator, const Subject& baseline,
                                        std::span<const Subject> challengers, std::span<const Shape> shapes,
                                        const EvaluatorRaceRule& rule,
                                        const std::function<void(std::size_t)>& progress = {});

/// The geometric mean over the shapes of the medians, in seconds. REQUIRES: evaluation.timed().
double cost_of(const Evaluation& evaluation);

} // namespace mapwright::kernel
