// Which of these kernels is faster, shape by shape: interleaved pairs, intervals.
#pragma once

#include "kernel/judge/floor.hpp"
#include "kernel/judge/kernel_timer.hpp"
#include "measure/clock.hpp"
#include "measure/compare.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mapwright::kernel {

/// A built candidate that takes part.
struct Racer {
  std::string name;
  Runner* runner = nullptr;
};

/// How a race is run. FALSE verdicts of "faster" on equal kernels must be rare: the confidence is high and holds for
/// all challengers and shapes together.
struct RaceRule {
  measure::StopRule stop{.min_pairs = 20, .max_pairs = 120, .time_cap = Seconds(20)};
  double equivalence = 0.02;
  double confidence = 0.998;
  TimingRule timing{};
  std::size_t most_shapes = SIZE_MAX; ///< only the first shapes of the use
  std::uint64_t seed = 1;
  bool keep_cases = false;      ///< for other races with the same: the reference need not run again
  std::uint64_t first_case = 0; ///< a second race about a winner passes timing.pool or more: inputs never seen before
};

/// One challenger on one shape.
struct ShapeResult {
  Shape shape;
  measure::Comparison comparison{};
  Seconds baseline_time{0};   ///< median of the counting samples
  Seconds challenger_time{0}; ///< likewise
  Seconds null_time{0};       ///< subtracted from each call: the least null call of all that raced
  std::uint64_t calls_per_sample = 1;
};

/// One challenger on all shapes.
struct RaceResult {
  std::string name;
  std::optional<Validity> flaw{}; ///< set when a timed call was not valid: then it has lost
  std::vector<ShapeResult> shapes{};
  double ratio = 1;                             ///< geometric mean over the shapes of challenger time / baseline time
  Interval ratio_interval{0, 0};                ///< of the geometric mean, from the shapes' intervals
  SpeedVerdict verdict = SpeedVerdict::unclear; ///< of the mean; unclear where a shape has too few pairs
  std::string untimed{}; ///< why there is no ratio: "all 52 pairs on n=8 were disturbed by ..."; empty: there is one
};

/// Runs every challenger against `baseline` on all shapes of one use. A challenger with a flaw is taken out and the
/// others go on. Input error when the baseline itself is not valid. With the `floor` of
/// where the challengers run, who is faster than it has a flaw too.
Result<std::vector<RaceResult>> race(Cases& cases, const Racer& baseline, std::span<const Racer> challengers, Use use,
                                     measure::Clock& clock, Floor* floor, const RaceRule& rule = {});

} // namespace mapwright::kernel
