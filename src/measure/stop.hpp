// When has enough been measured? The stopping rule of a comparison, an object of its own.
#pragma once

#include "core/measurement.hpp"
#include "core/units.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace mapwright::measure {

/// Why a comparison stopped.
enum class StopReason : std::uint8_t {
  precise,   ///< the confidence interval became narrow enough
  max_pairs, ///< the largest number of pairs was reached
  time_cap,  ///< the time was used up
  contended, ///< too many samples had to be dropped, other work was using the machine
};

/// "precise", "max-pairs", "time-cap" or "contended".
std::string_view to_string(StopReason reason);

/// Limits of a comparison.
struct StopRule {
  /// Usable pairs before the interval is looked at; at least 5. Where the time ends before, a verdict needs so many
  /// that their range is an interval of the confidence asked for (fewest_samples), otherwise it is unclear.
  int min_pairs = 10;
  int max_pairs = 200; ///< usable pairs after which measuring ends
  /// Measuring ends when this much time has passed, warm-up not counted; at most twice as much where only a few pairs
  /// are lacking for a verdict.
  Seconds time_cap{15};
  double ci_width = 0.01; ///< wanted width of the confidence interval of the log ratio (0.01: about 1 %)
  int max_dropped = 200;  ///< dropped pairs after which measuring ends as contended
};

/// Decides after each pair whether to go on. Precision ends a comparison, significance never does: ending as soon as
/// the interval leaves 1 would turn noise into verdicts. The interval is asked for only when the number of pairs
/// has grown by a quarter since the last look, which keeps the number of looks logarithmic. The time is stretched by
/// how many pairs there are, never by what they say.
class AdaptiveStop {
public:
  /// `fewest`: pairs below which there is no verdict (fewest_samples). While there are fewer, measuring goes on beyond
  /// the time cap, as long as those that lack can be had within twice the cap, judged by the rounds so far. 0: never.
  /// Throws std::logic_error unless 5 <= min_pairs <= max_pairs.
  explicit AdaptiveStop(const StopRule& rule, int fewest = 0);

  /// Whether `pairs` usable pairs are enough to look at the interval again.
  [[nodiscard]] bool wants_interval(int pairs) const;

  /// The reason to stop now, if there is one. `interval` is that of the log ratio, if it was computed.
  std::optional<StopReason> check(int pairs, int dropped, Seconds elapsed, const std::optional<Interval>& interval);

private:
  [[nodiscard]] bool may_reach_fewest(int pairs, int dropped, Seconds elapsed) const;

  StopRule rule_;
  int fewest_;
  int next_look_;
};

} // namespace mapwright::measure
