// How much of a run's limits is left for experiments: a part is kept for what a run ends with.
#pragma once

#include "archive/records.hpp"
#include "core/budget.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace mapwright::kernel::scientist {

/// What the end of a run may take, in evaluations.
struct Effort {
  std::uint64_t minimise = 12;
  std::uint64_t confirm = 3;
};

/// The end of a run with this limit: about an eighth of it, at most 12, for the minimal patch; 3 confirmations, or 1 of
/// fewer than 20 evaluations.
Effort ending_effort(const std::optional<std::uint64_t>& evaluations);

/// How many configurations of a new version are timed by default, the first one included: a tenth of the evaluations,
/// at most 6, at least 1, so that a small run makes several experiments. 6 without a limit.
std::uint64_t usual_tuning(const std::optional<std::uint64_t>& evaluations);

/// Knows what was used and what is under way. Everything follows from committed steps and plans.
class Allowance {
public:
  /// The limits that count from now on.
  void set_limits(const Budget& limits) { limits_ = limits; }
  [[nodiscard]] const Budget& limits() const { return limits_; }

  /// A step was planned that may use this much; `observe` takes it back.
  void reserve(std::uint64_t step, const Resources& resources) { reserved_[step] = resources; }
  void observe(const archive::Step& step);

  /// Evaluations left for experiments, besides what is under way and what the end is to have.
  [[nodiscard]] std::uint64_t experiments() const;
  /// Why a generation that needs this much besides an evaluation cannot be begun; nothing when it can: "the budget of
  /// 100 evaluations". Nine tenths of other limits are for experiments, four fifths of the time.
  [[nodiscard]] std::optional<std::string> used_up(const Resources& generation) const;
  /// Evaluations left for the end, besides what is under way.
  [[nodiscard]] std::uint64_t all() const;

private:
  [[nodiscard]] Resources spent() const;

  Budget limits_{};
  Resources used_{};
  std::map<std::uint64_t, Resources> reserved_{}; ///< by step
};

} // namespace mapwright::kernel::scientist
