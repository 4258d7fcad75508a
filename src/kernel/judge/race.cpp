#include "kernel/judge/race.hpp"

#include "measure/ratio.hpp"
#include "measure/statistics.hpp"

#include <algorithm>
#include <deque>

#include <fmt/format.h>

namespace mapwright::kernel {

namespace {

/// The mean over the shapes, and what it says.
void summarise(RaceResult& result, const Task& task, const RaceRule& rule) {
  std::vector<measure::RatioEstimate> ratios;
  for (const ShapeResult& shape : result.shapes) {
    if (shape.comparison.pairs == 0) {
      result.untimed = fmt::format("all {} pairs on {} were disturbed by other work on this machine",
                                   shape.comparison.dropped, describe(task, shape.shape));
      return;
    }
    ratios.push_back({shape.comparison.ratio, shape.comparison.ratio_interval});
  }
  if (ratios.empty()) {
    return;
  }
  const measure::RatioEstimate mean = measure::geometric_mean(ratios);
  result.ratio = mean.ratio;
  result.ratio_interval = mean.interval;
  const bool enough = std::all_of(result.shapes.begin(), result.shapes.end(), [&](const ShapeResult& shape) {
    const int needed = std::min(rule.stop.min_pairs, measure::fewest_samples(shape.comparison.confidence));
    return shape.comparison.stop != measure::StopReason::contended && shape.comparison.pairs >= needed;
  });
  result.verdict = enough ? measure::judge(result.ratio_interval, rule.equivalence) : SpeedVerdict::unclear;
}

/// The race on one shape.
class ShapeRace {
public:
  ShapeRace(Cases& cases, const Racer& baseline, const Shape& shape, const RaceRule& rule)
      : cases_(cases), shape_(shape), rule_(rule),
        baseline_(cases, *baseline.runner, shape, rule.timing, rule.first_case) {}

  /// Times all challengers without a flaw against the baseline; appends to their results.
  Result<void> run(std::span<const Racer> challengers, std::vector<RaceResult>& results, measure::Clock& clock,
                   const measure::CompareOptions& options) {
    for (;;) {
      std::deque<KernelTimer> timers;
      std::vector<std::size_t> entered;
      for (std::size_t i = 0; i < challengers.size(); ++i) {
        if (!results[i].flaw) {
          timers.emplace_back(cases_, *challengers[i].runner, shape_, rule_.timing, rule_.first_case);
          entered.push_back(i);
        }
      }
      if (entered.empty()) {
        return {};
      }
      std::vector<measure::Timer*> pointers;
      for (KernelTimer& timer : timers) {
        pointers.push_back(&timer);
      }
      const Result<void> prepared = prepare(timers);
      auto compared = prepared ? measure::compare_all(baseline_, pointers, clock, options)
                               : Result<std::vector<measure::Comparison>>(forward(prepared));
      if (!compared) {
        if (baseline_.flaw()) {
          return fail(
              ErrorKind::input,
              fmt::format("the baseline is not valid: {} ({})", baseline_.flaw()->evidence, baseline_.flaw()->where),
              "mapwright kernel check tells more");
        }
        if (!take_out_flawed(timers, entered, results)) {
          return forward(compared);
        }
        continue;
      }
      for (std::size_t i = 0; i < entered.size(); ++i) {
        measure::Comparison& comparison = compared->at(i);
        const Seconds baseline_time = measure::median_time(comparison.baseline_times);
        const Seconds challenger_time = measure::median_time(comparison.challenger_times);
        results[entered[i]].shapes.push_back({shape_, std::move(comparison), baseline_time, challenger_time,
                                              timers[i].null_time(), timers[i].calls_per_sample()});
      }
      return {};
    }
  }

private:
  /// The same is subtracted from all times: the least null call of any.
  Result<void> prepare(std::deque<KernelTimer>& timers) {
    std::vector<KernelTimer*> all{&baseline_};
    for (KernelTimer& timer : timers) {
      all.push_back(&timer);
    }
    std::vector<Seconds> null_times;
    for (KernelTimer* timer : all) {
      if (auto prepared = timer->prepare(); !prepared) {
        return prepared;
      }
      null_times.push_back(timer->null_time());
    }
    for (KernelTimer* timer : all) {
      timer->limit_null_time(*std::min_element(null_times.begin(), null_times.end()));
    }
    return {};
  }

  /// Whether there was one.
  static bool take_out_flawed(const std::deque<KernelTimer>& timers, const std::vector<std::size_t>& entered,
                              std::vector<RaceResult>& results) {
    bool found = false;
    for (std::size_t i = 0; i < entered.size(); ++i) {
      if (timers[i].flaw()) {
        results[entered[i]].flaw = timers[i].flaw();
        found = true;
      }
    }
    return found;
  }

  Cases& cases_;
  const Shape& shape_;
  const RaceRule& rule_;
  KernelTimer baseline_;
};

/// The challenger's time if the null call took no longer than it does now: null calls that other work held up make
/// every call look faster than it was.
Seconds time_by_new_null(Cases& cases, const Racer& challenger, const ShapeResult& result, const RaceRule& rule) {
  KernelTimer timer(cases, *challenger.runner, result.shape, rule.timing, rule.first_case);
  const bool measured = timer.prepare().has_value();
  const Seconds excess = measured ? result.null_time - timer.null_time() : Seconds(0);
  return result.challenger_time + std::max(excess, Seconds(0));
}

/// Takes out who was faster than moving the data allows. Before that both the bandwidth and the null call are measured
/// once more.
Result<void> apply_floor(Cases& cases, const Shape& shape, Floor& floor, std::span<const Racer> challengers,
                         const RaceRule& rule, std::vector<RaceResult>& results) {
  const auto bytes = compulsory_bytes(cases.task(), shape);
  if (!bytes) {
    return forward(bytes);
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    RaceResult& result = results[i];
    if (result.flaw || result.shapes.empty() || result.shapes.back().comparison.pairs == 0) {
      continue;
    }
    Seconds time = result.shapes.back().challenger_time;
    auto least = floor.least_time(*bytes);
    if (least && time < *least) {
      const auto again = floor.measure_again(*bytes);
      least = again ? floor.least_time(*bytes) : forward(again);
      time = time_by_new_null(cases, challengers[i], result.shapes.back(), rule);
    }
    if (!least) {
      return forward(least);
    }
    if (time < *least) {
      result.flaw = Validity{
          .fault = Fault::too_fast,
          .evidence = fmt::format("{:.3g} s for {} bytes that must be moved, which takes {:.3g} s at the least",
                                  time.count(), bytes->count(), least->count()),
          .where = describe(cases.task(), shape)};
    }
  }
  return {};
}

} // namespace

Result<std::vector<RaceResult>> race(Cases& cases, const Racer& baseline, std::span<const Racer> challengers, Use use,
                                     measure::Clock& clock, Floor* floor, const RaceRule& rule) {
  std::vector<RaceResult> results;
  for (const Racer& challenger : challengers) {
    results.push_back({.name = challenger.name});
  }
  std::vector<Shape> shapes;
  for (const Shape& shape : cases.task().shapes) {
    if (shape.use == use && shapes.size() < rule.most_shapes) {
      shapes.push_back(shape);
    }
  }
  measure::CompareOptions options{.stop = rule.stop,
                                  .warm_up = {.min_runs = 0, .max_runs = 0}, // every process warms itself up
                                  .equivalence = rule.equivalence,
                                  .seed = rule.seed};
  options.confidence = 1 - (1 - rule.confidence) / std::max(static_cast<double>(shapes.size()), 1.0);
  for (const Shape& shape : shapes) {
    if (auto done = ShapeRace(cases, baseline, shape, rule).run(challengers, results, clock, options); !done) {
      return forward(done);
    }
    if (floor != nullptr) {
      if (auto applied = apply_floor(cases, shape, *floor, challengers, rule, results); !applied) {
        return forward(applied);
      }
    }
    if (!rule.keep_cases) {
      cases.forget(shape.sizes);
    }
  }
  for (RaceResult& result : results) {
    if (!result.flaw) {
      summarise(result, cases.task(), rule);
    }
  }
  return results;
}

} // namespace mapwright::kernel
