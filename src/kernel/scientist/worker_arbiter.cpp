// The judge's verdicts about versions: races in workers of our own.
#include "kernel/judge/race.hpp"
#include "kernel/scientist/arbiter.hpp"
#include "kernel/scientist/headroom.hpp"
#include "kernel/scientist/runner_cache.hpp"
#include "kernel/tune/kernel_cost.hpp"
#include "measure/statistics.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <shared_mutex>
#include <span>
#include <utility>

#include <fmt/format.h>

namespace mapwright::kernel::scientist {

namespace {

constexpr std::array test_shapes{Use::test};
constexpr std::size_t most_evidence = 2000;
constexpr std::size_t runners_kept = 6;
constexpr Bytes cases_kept = mebibytes(128); ///< of one shape
constexpr double promising_ratio = 0.98;     ///< of time after to time before: above it there is no longer look
constexpr std::size_t search_samples = 9;    ///< on one shape, of a configuration while a search goes on, of the start

/// What is ready once the reference is compiled.
struct Opened {
  Opened(const Task& task, std::unique_ptr<Reference> compiled, Floor machine_floor)
      : reference(std::move(compiled)), checked(task, *reference, fresh_secret()),
        timed(task, *reference, fresh_secret()), floor(std::move(machine_floor)) {}

  std::unique_ptr<Reference> reference;
  std::mutex checking; ///< guards `checked`
  Cases checked;
  Cases timed;
  Floor floor;
};

/// What a search asks for the costs of configurations.
struct Pricer {
  Pricer(RunnerSettings its_settings, Cases& cases, const KernelCandidate& candidate)
      : settings(std::move(its_settings)),
        cost(cases, candidate, settings, {.samples = static_cast<int>(search_samples)}) {}

  RunnerSettings settings;
  KernelCost cost;
};

Check check_of(const Validity& validity) {
  if (validity.valid()) {
    return {};
  }
  return {std::string(to_string(validity.fault)), validity.evidence, validity.where};
}

Check build_failure(const BuildResult& built) {
  return {std::string(to_string(fault_of(built.status))), built.log.substr(0, most_evidence)};
}

std::vector<double> seconds_of(const std::vector<Seconds>& times) {
  std::vector<double> values;
  for (const Seconds time : times) {
    values.push_back(time.count());
  }
  return values;
}

std::size_t shapes_of_use(const Task& task, Use use) {
  return static_cast<std::size_t>(
      std::count_if(task.shapes.begin(), task.shapes.end(), [use](const Shape& shape) { return shape.use == use; }));
}

class WorkerArbiter final : public Arbiter {
public:
  WorkerArbiter(const Task& task, Backend backend, RunnerSettings settings, const RacingRule& rule)
      : task_(task), backend_(backend), settings_(std::move(settings)), rule_(rule) {}

  Result<Check> check(const Subject& version, const std::stop_token& stop) override {
    const std::shared_lock while_nothing_is_timed(timing_);
    const auto opened = open();
    if (!opened) {
      return forward(opened);
    }
    auto built = build(task_, version.candidate, version.tuning, settings_until(stop));
    if (!built) {
      return forward(built);
    }
    if (built->status != RunStatus::done) {
      return build_failure(*built);
    }
    const std::lock_guard one_after_the_other((*opened)->checking);
    const auto valid = check_validity((*opened)->checked, *built->runner, test_shapes, fresh_secret());
    if (!valid) {
      return forward(valid);
    }
    if (valid->valid()) {
      runners_.keep(version, std::move(built->runner));
    }
    return check_of(*valid);
  }

  Result<CostFunction> pricing(const KernelCandidate& candidate, const std::stop_token& stop) override {
    const auto opened = open();
    if (!opened) {
      return forward(opened);
    }
    const auto pricer = std::make_shared<Pricer>(settings_until(stop), (*opened)->timed, candidate);
    return CostFunction([this, pricer](const Tuning& tuning) -> Result<std::optional<double>> {
      const std::unique_lock alone(timing_);
      const auto result = pricer->cost.evaluate(tuning);
      if (!result) {
        return forward(result);
      }
      return result->invalidity == Outcome::correct ? std::optional(result->measurements.front().value) : std::nullopt;
    });
  }

  Result<Compared> time(const Subject& start, const std::stop_token& stop) override {
    const std::unique_lock alone(timing_);
    const auto opened = open();
    if (!opened) {
      return forward(opened);
    }
    auto ready = runner_of(start, stop);
    if (!ready) {
      return forward(ready);
    }
    if (ready->flaw) {
      return Compared{.flaw = ready->flaw};
    }
    auto timed = time_alone(start, *ready->runner, **opened);
    runners_.keep(start, std::move(ready->runner));
    return timed;
  }

  Result<Compared> compare(const Subject& base, const Subject& version, Use use, Depth depth,
                           const std::stop_token& stop) override {
    const std::unique_lock alone(timing_);
    const auto opened = open();
    if (!opened) {
      return forward(opened);
    }
    if (shapes_of_use(task_, use) == 0) {
      return Compared{.measured = {.tuning = version.tuning}};
    }
    auto base_runner = runner_of(base, stop);
    if (!base_runner) {
      return forward(base_runner);
    }
    if (base_runner->flaw) {
      return fail(ErrorKind::machine,
                  fmt::format("{}, which was right before, is not any more ({}): {}", base.name,
                              base_runner->flaw->status, base_runner->flaw->evidence),
                  "`mapwright doctor` tells what this machine has");
    }
    auto version_runner = runner_of(version, stop);
    if (!version_runner) {
      return forward(version_runner);
    }
    if (version_runner->flaw) {
      return Compared{.flaw = version_runner->flaw};
    }
    auto raced = race_pair({base.name, base_runner->runner.get()}, {version.name, version_runner->runner.get()}, use,
                           depth, **opened);
    runners_.keep(version, std::move(version_runner->runner));
    runners_.keep(base, std::move(base_runner->runner));
    return raced ? compared(*raced, version, (*opened)->floor) : Result<Compared>(forward(raced));
  }

private:
  struct Ready {
    std::unique_ptr<Runner> runner{};
    std::optional<Check> flaw{}; ///< why there is none
  };

  Result<Opened*> open() {
    const std::lock_guard lock(opening_);
    if (!opened_) {
      auto reference = compile_reference(task_, settings_.least);
      if (!reference) {
        return forward(reference);
      }
      opened_ = std::make_unique<Opened>(task_, *std::move(reference), floor_of(backend_, settings_));
    }
    return opened_.get();
  }

  [[nodiscard]] RunnerSettings settings_until(const std::stop_token& stop) const {
    RunnerSettings settings = settings_;
    settings.interrupt = stop;
    return settings;
  }

  Result<Ready> runner_of(const Subject& subject, const std::stop_token& stop) {
    if (auto kept = runners_.take(subject)) {
      return Ready{std::move(kept)};
    }
    auto built = build(task_, subject.candidate, subject.tuning, settings_until(stop));
    if (!built) {
      return forward(built);
    }
    return built->status == RunStatus::done ? Ready{std::move(built->runner)} : Ready{nullptr, build_failure(*built)};
  }

  /// A few samples on each shape, those that other work disturbed only where there are no others: nothing is decided by
  /// them.
  Result<Compared> time_alone(const Subject& start, Runner& runner, Opened& opened) {
    Compared result{.measured = {.ratio_interval = {1, 1}, .tuning = start.tuning}};
    MeanHeadroom headroom;
    for (const Shape& shape : task_.shapes) {
      if (shape.use != Use::benchmark) {
        continue;
      }
      KernelTimer timer(opened.timed, runner, shape, {.pool_memory = cases_kept, .warm_up = 1});
      const auto times = samples_of(timer);
      if (!times) {
        if (timer.flaw()) {
          return Compared{.flaw = check_of(*timer.flaw())};
        }
        return forward(times);
      }
      const Seconds time(measure::median(*times));
      const auto left = headroom_of(task_, shape, time, opened.floor);
      if (!left) {
        return forward(left);
      }
      headroom.add(*left);
      const std::string name = describe(task_, shape);
      result.measured.shapes.push_back({name, time, 1, {1, 1}, *left});
      result.samples.push_back({"start, " + name, "s", "judge", *times});
    }
    result.measured.headroom = headroom.mean();
    return result;
  }

  Result<std::vector<double>> samples_of(KernelTimer& timer) {
    const Seconds begun = clock_.now();
    std::vector<double> times;
    std::vector<double> disturbed;
    for (std::size_t count = 0; count < 2 * search_samples && times.size() < search_samples; ++count) {
      const auto sample = timer.run();
      if (!sample) {
        return forward(sample);
      }
      (sample->taint == measure::Taint::none ? times : disturbed).push_back(sample->duration.count());
      if (clock_.now() - begun > rule_.time_cap) {
        break;
      }
    }
    return times.empty() ? disturbed : times;
  }

  /// Two looks at most, each with half of the doubt: ending at the first that decides makes no noise into a verdict.
  /// Both may take as long: what promises a gain and is slow, or was disturbed, needs the time.
  Result<RaceResult> race_pair(const Racer& base, const Racer& version, Use use, Depth depth, Opened& opened) {
    RaceRule rule;
    rule.timing.keep_disturbed = rule_.keep_disturbed;
    rule.stop.time_cap = rule_.time_cap;
    if (depth != Depth::confirm) {
      rule.confidence = 1 - (1 - rule.confidence) / 2;
      rule.timing.warm_up = 1;
      rule.timing.pool_memory = cases_kept;
      rule.keep_cases = true;
    }
    rule.stop.min_pairs = least_pairs(shapes_of_use(task_, use), rule.confidence);
    rule.stop.max_pairs = std::max(rule_.most_pairs, rule.stop.min_pairs);
    if (depth == Depth::confirm) {
      Cases fresh(task_, *opened.reference, fresh_secret());
      return run(fresh, base, version, use, rule, opened.floor);
    }
    RaceRule glance = rule;
    glance.stop.max_pairs = glance.stop.min_pairs;
    glance.stop.max_dropped = 4 * glance.stop.max_pairs;
    auto first = run(opened.timed, base, version, use, glance, opened.floor);
    if (!first || first->flaw || first->verdict != SpeedVerdict::unclear) {
      return first;
    }
    if (is_hopeless(*first)) { // too few pairs in time, all of them slower
      first->verdict = SpeedVerdict::slower;
      return first;
    }
    if (first->untimed.empty() &&
        first->ratio > promising_ratio) { // a longer look might find a gain, but none worth its time
      return first;
    }
    return run(opened.timed, base, version, use, rule, opened.floor);
  }

  /// Slower with the whole interval, by pairs enough that one disturbed call cannot be the reason.
  static bool is_hopeless(const RaceResult& raced) {
    constexpr int fewest = 4;
    return raced.ratio_interval.low > 1 &&
           std::all_of(raced.shapes.begin(), raced.shapes.end(),
                       [](const ShapeResult& shape) { return shape.comparison.pairs >= fewest; });
  }

  /// So many that all of them on one side decide, with the doubt shared out among the shapes.
  static int least_pairs(std::size_t shapes, double confidence) {
    return measure::fewest_samples(1 - (1 - confidence) / static_cast<double>(shapes));
  }

  Result<RaceResult> run(Cases& cases, const Racer& base, const Racer& version, Use use, RaceRule rule, Floor& floor) {
    rule.seed = fresh_secret();
    auto results = race(cases, base, std::span(&version, 1), use, clock_, &floor, rule);
    return results ? Result<RaceResult>(std::move(results->front())) : forward(results);
  }

  Result<Compared> compared(const RaceResult& raced, const Subject& version, Floor& floor) {
    if (raced.flaw) {
      return Compared{.flaw = check_of(*raced.flaw)};
    }
    Compared result{.measured = {.ratio = raced.ratio,
                                 .ratio_interval = raced.ratio_interval,
                                 .verdict = raced.verdict,
                                 .tuning = version.tuning,
                                 .untimed = raced.untimed}};
    MeanHeadroom headroom;
    for (const ShapeResult& shape : raced.shapes) {
      const auto left = headroom_of(task_, shape.shape, shape.challenger_time, floor);
      if (!left) {
        return forward(left);
      }
      headroom.add(*left);
      const std::string name = describe(task_, shape.shape);
      result.measured.shapes.push_back(
          {name, shape.challenger_time, shape.comparison.ratio, shape.comparison.ratio_interval, *left});
      result.samples.push_back({"base, " + name, "s", "judge", seconds_of(shape.comparison.baseline_times)});
      result.samples.push_back({"version, " + name, "s", "judge", seconds_of(shape.comparison.challenger_times)});
    }
    result.measured.headroom = headroom.mean();
    return result;
  }

  const Task& task_;
  Backend backend_;
  RunnerSettings settings_;
  RacingRule rule_;
  measure::SteadyClock clock_;
  std::shared_mutex timing_; ///< nothing is built or checked while something is timed
  std::mutex opening_;
  std::unique_ptr<Opened> opened_;
  RunnerCache runners_{runners_kept};
};

} // namespace

std::unique_ptr<Arbiter> make_worker_arbiter(const Task& task, Backend backend, RunnerSettings settings,
                                             const RacingRule& rule) {
  return std::make_unique<WorkerArbiter>(task, backend, std::move(settings), rule);
}

} // namespace mapwright::kernel::scientist
