// The prediction ledger: what designers predicted, and what came of it.
//
// The paper uses a designer's [min, max] to choose and then forgets it. Here it is compared with the measured interval;
// coverage and bias, by author and by kind of avenue, correct the next predictions.
#pragma once

#include "core/measurement.hpp"
#include "core/verdict.hpp"
#include "kernel/scientist/payoff.hpp"
#include "kernel/scientist/plan.hpp"
#include "kernel/scientist/version.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::kernel::scientist {

/// One prediction.
struct Prediction {
  std::uint64_t step = 0;
  std::string designer; ///< who predicted
  std::string name;     ///< of the plan
  AvenueKind kind = AvenueKind::memory;
  Interval predicted{1, 1}; ///< time before / time after
  int innovation = 0;
  std::optional<double> gain{};       ///< measured, median; none: the version was not valid
  std::optional<Interval> measured{}; ///< its interval
};

/// How well a group of predictions did.
struct Calibration {
  std::string designer;             ///< empty: all
  std::optional<AvenueKind> kind{}; ///< none: all
  std::uint64_t predictions = 0;
  std::uint64_t valid = 0;   ///< versions that could be measured
  std::uint64_t covered = 0; ///< measured gain inside the predicted interval
  std::uint64_t above = 0;   ///< predicted too little
  std::uint64_t below = 0;   ///< predicted too much
  std::uint64_t faster = 0;  ///< verdict FASTER
  double bias = 1;           ///< geometric mean of measured gain / middle of the prediction (its geometric mean)
  [[nodiscard]] double coverage() const {
    return valid == 0 ? 0 : static_cast<double>(covered) / static_cast<double>(valid);
  }
};

class Ledger {
public:
  void add(Prediction prediction, SpeedVerdict verdict);
  [[nodiscard]] const std::vector<Prediction>& predictions() const { return predictions_; }

  /// One row for each designer and kind that has predictions, then one for each designer, then one for all.
  [[nodiscard]] std::vector<Calibration> calibrations() const;
  [[nodiscard]] Calibration calibration(const std::optional<std::string>& designer,
                                        const std::optional<AvenueKind>& kind) const;

  /// The prediction as experience corrects it: scaled by the bias of this designer and kind, drawn towards no
  /// correction while there are few predictions.
  [[nodiscard]] Interval corrected(const Interval& predicted, const std::string& designer, AvenueKind kind) const;

  /// What came of asking those in the roles.
  [[nodiscard]] Payoffs& payoffs() { return payoffs_; }
  [[nodiscard]] const Payoffs& payoffs() const { return payoffs_; }

private:
  Payoffs payoffs_{};
  std::vector<Prediction> predictions_;
  std::vector<SpeedVerdict> verdicts_;
};

} // namespace mapwright::kernel::scientist
