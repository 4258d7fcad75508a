// What real runs said of mappings that a search found in the simulator.
#pragma once

#include "core/verdict.hpp"
#include "mapper/calibrate/observation.hpp"
#include "measure/compare.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::mapper {

/// A plan and its runs.
struct ConfirmedPlan {
  std::string plan;                    ///< plan_hash
  std::optional<std::uint64_t> step{}; ///< of the search; none: the default
  double predicted = 0;                ///< seconds, by the simulator
  bool same_plan = false;              ///< every decision is the default's: there is nothing to measure
  std::string flaw{};                ///< why it cannot be used: it does not run, or its results are wrong; empty: none
  std::uint64_t runs = 0;            ///< timed ones
  std::uint64_t disturbed = 0;       ///< of these: threads waited for cores, or there are more workers than cores
  std::optional<TimedRun> typical{}; ///< the run of the median time
  double error = 0;                  ///< standard error of the logarithm of that time
  std::optional<measure::Comparison> screened{}; ///< against the default, in common rounds with the others
  std::optional<measure::Comparison> fresh{};    ///< against the default, in pairs made after it was chosen

  /// What is known in the end: of fresh pairs where there are any; SLOWER in common rounds is final.
  [[nodiscard]] SpeedVerdict verdict() const;
  /// The comparison that the verdict is from; none without pairs.
  [[nodiscard]] const measure::Comparison* decisive() const;
};

/// How far a confirmation has come.
enum class ConfirmStage : std::uint8_t {
  tried,    ///< next: each plan is run and checked
  screened, ///< next: common rounds
  tested,   ///< next: fresh pairs, one plan after the other
  done,
};

/// "tried", "screened", "tested" or "done": what comes next.
std::string_view to_string(ConfirmStage stage);

/// Begun, under way or done; all that a run that goes on needs.
struct Confirmation {
  std::string engine{};  ///< "starpu"
  std::string version{}; ///< of the engine
  ConfirmStage stage = ConfirmStage::tried;
  std::size_t top = 3;                     ///< plans that may be measured
  ConfirmedPlan usual{};                   ///< the default
  std::vector<ConfirmedPlan> plans{};      ///< in the simulator's order, fastest first
  std::optional<std::size_t> handed_out{}; ///< among the plans; nothing: the default

  /// The verdict on what is handed out: SAME for the default.
  [[nodiscard]] SpeedVerdict verdict() const;
};

} // namespace mapwright::mapper
