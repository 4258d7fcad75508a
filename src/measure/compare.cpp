#include "measure/compare.hpp"

#include "measure/random.hpp"
#include "measure/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace mapwright::measure {
namespace {

/// Runs everything round-robin until the rule is satisfied.
Result<void> warm_up(std::span<Timer* const> timers, const WarmUpRule& rule) {
  Seconds spent{0};
  for (int runs = 0; runs < rule.max_runs && (runs < rule.min_runs || spent < rule.min_time); ++runs) {
    for (Timer* timer : timers) {
      const Result<Sample> sample = timer->run();
      if (!sample) {
        return forward(sample);
      }
      spent += sample->duration;
    }
  }
  return {};
}

/// One run of every timer in random order; the samples are in the order of `timers`.
Result<std::vector<Sample>> run_round(std::span<Timer* const> timers, Random& random) {
  std::vector<std::size_t> order(timers.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  random.shuffle(std::span(order));
  std::vector<Sample> samples(timers.size());
  for (const std::size_t i : order) {
    const Result<Sample> sample = timers[i]->run();
    if (!sample) {
      return forward(sample);
    }
    if (!(sample->duration > Seconds::zero()) || !std::isfinite(sample->duration.count())) {
      return fail(ErrorKind::machine, "a timed run took no measurable time",
                  "time a larger problem or several repetitions at once");
    }
    samples[i] = *sample;
  }
  return samples;
}

/// So many pairs give a verdict, whatever ended the measuring.
int pairs_for_a_verdict(const StopRule& rule, const Bootstrap& bootstrap) {
  return std::min(rule.min_pairs, fewest_samples(bootstrap.confidence));
}

/// One challenger during the comparison.
struct Contest {
  Comparison result{};
  std::vector<double> log_ratios{};
  AdaptiveStop stop;
  bool finished = false;
};

void record(Contest& contest, const Sample& baseline, const Sample& challenger) {
  if (baseline.taint != Taint::none || challenger.taint != Taint::none) {
    ++contest.result.dropped;
    return;
  }
  ++contest.result.pairs;
  contest.result.baseline_times.push_back(baseline.duration);
  contest.result.challenger_times.push_back(challenger.duration);
  contest.log_ratios.push_back(std::log(challenger.duration / baseline.duration));
}

/// What holds however the log ratios are distributed, and what the bootstrap finds: both. With few pairs and a high
/// confidence the bootstrap alone is too narrow.
Interval interval_of(const std::vector<double>& log_ratios, const Bootstrap& bootstrap) {
  const Interval resampled = bootstrap_median(log_ratios, bootstrap);
  const Interval ordered = order_median(log_ratios, bootstrap.confidence);
  return {std::min(resampled.low, ordered.low), std::max(resampled.high, ordered.high)};
}

void update(Contest& contest, Seconds elapsed, const Bootstrap& bootstrap) {
  std::optional<Interval> interval;
  if (contest.stop.wants_interval(contest.result.pairs)) {
    interval = interval_of(contest.log_ratios, bootstrap);
  }
  if (const auto reason = contest.stop.check(contest.result.pairs, contest.result.dropped, elapsed, interval)) {
    contest.result.stop = *reason;
    contest.finished = true;
  }
}

void conclude(Contest& contest, const Bootstrap& bootstrap, const CompareOptions& options) {
  Comparison& result = contest.result;
  result.confidence = bootstrap.confidence;
  if (result.pairs == 0) {
    return;
  }
  const Interval log_interval = interval_of(contest.log_ratios, bootstrap);
  result.ratio = std::exp(median(contest.log_ratios));
  result.ratio_interval = {std::exp(log_interval.low), std::exp(log_interval.high)};
  if (result.pairs >= pairs_for_a_verdict(options.stop, bootstrap)) {
    result.verdict = judge(result.ratio_interval, options.equivalence);
  }
}

} // namespace

Result<Comparison> compare(Timer& baseline, Timer& challenger, Clock& clock, const CompareOptions& options) {
  Timer* const challengers[] = {&challenger};
  Result<std::vector<Comparison>> all = compare_all(baseline, challengers, clock, options);
  if (!all) {
    return forward(all);
  }
  return std::move(all->front());
}

Result<std::vector<Comparison>> compare_all(Timer& baseline, std::span<Timer* const> challengers, Clock& clock,
                                            const CompareOptions& options) {
  if (challengers.empty()) {
    throw std::logic_error("compare_all: there is no challenger");
  }
  std::vector<Timer*> timers{&baseline};
  timers.insert(timers.end(), challengers.begin(), challengers.end());
  if (const Result<void> warm = warm_up(timers, options.warm_up); !warm) {
    return forward(warm);
  }

  Random random(options.seed);
  const double doubt = (1 - options.confidence) / static_cast<double>(challengers.size());
  const Bootstrap bootstrap{1 - doubt, options.resamples, options.seed};
  std::vector<Contest> contests(
      challengers.size(), Contest{.stop = AdaptiveStop(options.stop, pairs_for_a_verdict(options.stop, bootstrap))});
  const Seconds start = clock.now();
  for (std::size_t unfinished = contests.size(); unfinished > 0;) {
    const Result<std::vector<Sample>> samples = run_round(timers, random);
    if (!samples) {
      return forward(samples);
    }
    const Seconds elapsed = clock.now() - start;
    unfinished = 0;
    for (std::size_t i = 0; i < contests.size(); ++i) {
      if (contests[i].finished) {
        continue;
      }
      record(contests[i], samples->front(), (*samples)[i + 1]);
      update(contests[i], elapsed, bootstrap);
      unfinished += contests[i].finished ? 0U : 1U;
    }
  }

  std::vector<Comparison> results;
  results.reserve(contests.size());
  for (Contest& contest : contests) {
    conclude(contest, bootstrap, options);
    results.push_back(std::move(contest.result));
  }
  return results;
}

Seconds median_time(std::span<const Seconds> times) {
  std::vector<double> values;
  for (const Seconds time : times) {
    values.push_back(time.count());
  }
  return Seconds(values.empty() ? 0 : median(values));
}

SpeedVerdict judge(const Interval& ratio, double equivalence) {
  if (ratio.inside({1 / (1 + equivalence), 1 + equivalence})) {
    return SpeedVerdict::same;
  }
  if (ratio.high < 1) {
    return SpeedVerdict::faster;
  }
  return ratio.low > 1 ? SpeedVerdict::slower : SpeedVerdict::unclear;
}

Measurement to_measurement(const Comparison& comparison, std::string baseline, std::string machine) {
  if (comparison.pairs == 0) {
    throw std::logic_error("to_measurement: the comparison has no pairs");
  }
  return {.value = comparison.ratio,
          .unit = "1",
          .method = fmt::format("median time ratio of {} randomised interleaved pairs ({} dropped as contended), "
                                "{:g} % bootstrap interval",
                                comparison.pairs, comparison.dropped, 100 * comparison.confidence),
          .baseline = std::move(baseline),
          .machine = std::move(machine),
          .confidence = comparison.ratio_interval};
}

} // namespace mapwright::measure
