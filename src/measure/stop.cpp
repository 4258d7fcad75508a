#include "measure/stop.hpp"

#include <algorithm>
#include <stdexcept>

namespace mapwright::measure {

std::string_view to_string(StopReason reason) {
  switch (reason) {
  case StopReason::precise:
    return "precise";
  case StopReason::max_pairs:
    return "max-pairs";
  case StopReason::time_cap:
    return "time-cap";
  case StopReason::contended:
    break;
  }
  return "contended";
}

AdaptiveStop::AdaptiveStop(const StopRule& rule, int fewest)
    : rule_(rule), fewest_(fewest), next_look_(rule.min_pairs) {
  if (rule.min_pairs < 5 || rule.max_pairs < rule.min_pairs) {
    throw std::logic_error("StopRule: 5 <= min_pairs <= max_pairs must hold");
  }
}

bool AdaptiveStop::wants_interval(int pairs) const {
  return pairs >= next_look_;
}

/// The rounds to come are taken to last as long as those so far, and none of them to be disturbed.
bool AdaptiveStop::may_reach_fewest(int pairs, int dropped, Seconds elapsed) const {
  const int lacking = fewest_ - pairs;
  const int rounds = pairs + dropped;
  return lacking > 0 && rounds > 0 && elapsed + elapsed / rounds * lacking <= 2 * rule_.time_cap;
}

std::optional<StopReason> AdaptiveStop::check(int pairs, int dropped, Seconds elapsed,
                                              const std::optional<Interval>& interval) {
  if (interval) {
    next_look_ = std::max(pairs + 1, pairs + pairs / 4);
    if (pairs >= rule_.min_pairs && interval->width() <= rule_.ci_width) {
      return StopReason::precise;
    }
  }
  if (pairs >= rule_.max_pairs) {
    return StopReason::max_pairs;
  }
  if (dropped >= rule_.max_dropped) {
    return StopReason::contended;
  }
  if (elapsed >= rule_.time_cap && !may_reach_fewest(pairs, dropped, elapsed)) {
    return StopReason::time_cap;
  }
  return std::nullopt;
}

} // namespace mapwright::measure
