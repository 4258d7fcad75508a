// Who judges candidates.
#pragma once

#include "archive/records.hpp"
#include "loop/context.hpp"

#include <cstdint>
#include <optional>
#include <vector>

#include <nlohmann/json.hpp>

namespace mapwright::loop {

/// What measuring a valid candidate gave.
struct Measured {
  std::vector<archive::Samples> samples{};
  std::optional<double> score{};      ///< lower is better
  nlohmann::json evidence = nullptr;  ///< kept under "measured" in the evidence of the verdict; null: nothing
  std::uint64_t more_evaluations = 0; ///< besides the candidate itself: configurations of it that were timed too
  /// Takes the place of the verdict where only measuring shows what the candidate is: a wrong output in a timed call,
  /// or a question that times decide.
  std::optional<archive::Verdict> verdict{};
};

class Evaluator {
public:
  virtual ~Evaluator() = default;

  /// Whether a candidate is what it must be. Called from several threads at once. An Error means that this machine or
  /// this program failed, not the candidate: the run ends with it.
  virtual Result<archive::Verdict> verify(const archive::Candidate& candidate, StepContext& context) = 0;

  /// Measures a valid candidate; never two at once, as they would disturb each other.
  virtual Result<Measured> measure(const archive::Candidate& candidate, const archive::Verdict& verdict,
                                   StepContext& context) = 0;

  /// Whether the run's goal is reached with this step. Depends on the step alone.
  [[nodiscard]] virtual bool reaches_goal(const archive::Step& step) const = 0;
};

} // namespace mapwright::loop
