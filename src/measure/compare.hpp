// Which of these is faster? Randomised interleaved pairs, a robust ratio with a confidence interval, and a verdict
// that is never forced.
//
// Each round runs the baseline and every challenger once, in random order, so that drift (clock frequency, heat, a
// neighbour) hits all of them alike; what is analysed is the log ratio inside a round, never times of different rounds.
// A round in which a run was tainted by contention counts for nothing. The interval of the ratio's median is the hull
// of its bootstrap interval and its distribution-free one: with few pairs the first alone says FASTER too often.
#pragma once

#include "core/error.hpp"
#include "core/measurement.hpp"
#include "core/verdict.hpp"
#include "measure/clock.hpp"
#include "measure/stop.hpp"
#include "measure/timer.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace mapwright::measure {

/// Runs before the first counted pair: caches fill, clocks ramp up, lazy set-up happens.
struct WarmUpRule {
  int min_runs = 2;        ///< least runs of each timer
  Seconds min_time{0.025}; ///< least total time of all warm-up runs together
  int max_runs = 1000;     ///< most runs of each timer, whatever the time
};

struct CompareOptions {
  StopRule stop{};
  WarmUpRule warm_up{};
  double equivalence = 0.01; ///< SAME needs the ratio's interval inside [1 / (1 + equivalence), 1 + equivalence]
  double confidence = 0.95;  ///< confidence of all verdicts of one call together (Bonferroni over the challengers)
  int resamples = 2000;      ///< bootstrap resamples
  std::uint64_t seed = 1;    ///< decides the order of runs and the resamples
};

/// What came out for one challenger.
struct Comparison {
  SpeedVerdict verdict = SpeedVerdict::unclear;
  double ratio = 1;                       ///< median of challenger time / baseline time; below 1: faster
  Interval ratio_interval{0, 0};          ///< of `ratio`; meaningless while `pairs` is 0
  double confidence = 0;                  ///< confidence of `ratio_interval`
  StopReason stop = StopReason::time_cap; ///< why measuring ended
  int pairs = 0;                          ///< pairs that count
  int dropped = 0;                        ///< pairs dropped because a run was tainted
  std::vector<Seconds> baseline_times;    ///< raw, one per counting pair
  std::vector<Seconds> challenger_times;  ///< raw, in the same order
};

/// Compares `challenger` with `baseline`. `clock` only serves the time cap. Fails when a run fails, or when a run
/// takes no measurable time (machine error: the work must be made larger, a zero is not a time).
Result<Comparison> compare(Timer& baseline, Timer& challenger, Clock& clock, const CompareOptions& options = {});

/// Compares every challenger with `baseline` in common rounds; one Comparison each, in the given order. Measuring goes
/// on until every challenger is precise enough or a limit is hit.
/// REQUIRES: at least one challenger, no null pointer.
Result<std::vector<Comparison>> compare_all(Timer& baseline, std::span<Timer* const> challengers, Clock& clock,
                                            const CompareOptions& options = {});

/// The median of these times; 0 of none.
Seconds median_time(std::span<const Seconds> times);

/// The verdict rule by itself: `ratio` is the interval of challenger time / baseline time.
SpeedVerdict judge(const Interval& ratio, double equivalence);

/// The ratio as a record: unit "1", with method, baseline and machine. REQUIRES: pairs > 0.
Measurement to_measurement(const Comparison& comparison, std::string baseline, std::string machine);

} // namespace mapwright::measure
