// The search of `mapwright kernel tune`, measured or simulated.
#include "cli/kernel_tune.hpp"
#include "core/suggest.hpp"
#include "device/device.hpp"
#include "kernel/tune/cache.hpp"
#include "report/text_table.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

/// Of the device that kernels of this back end will run on; none when it is not there.
kernel::GroupLimits limits_for(kernel::Backend backend, const std::string& name) {
  constexpr std::array apis{device::Api::opencl, device::Api::cuda, device::Api::hip};
  const auto api =
      std::find_if(apis.begin(), apis.end(), [&](device::Api one) { return to_string(one) == to_string(backend); });
  if (api == apis.end()) {
    return {};
  }
  const auto devices = device::list_devices(*api);
  if (!devices) {
    return {};
  }
  for (const device::DeviceInfo& info : *devices) {
    if (info.name.find(name) != std::string::npos) {
      return {.size = info.max_group_size, .memory = info.group_memory};
    }
  }
  return {};
}

/// Results that were measured, with those of the cache; the cache grows with them.
class Ledger {
public:
  Ledger(const TuneSubject& subject, kernel::TuneOrigin origin) : subject_(subject), origin_(std::move(origin)) {}

  /// The scores that the cache knows.
  Result<kernel::KnownScores> open(const kernel::TuningSpace& space) {
    const TuneOptions& options = subject_.options;
    std::error_code ignored;
    if (options.cache.empty() || !std::filesystem::exists(options.cache, ignored)) {
      return kernel::KnownScores();
    }
    auto record = kernel::read_cache(options.cache, origin_);
    if (!record) {
      return forward(record);
    }
    cached_ = std::move(record->results);
    return kernel::scores_of(space, kernel::usable(cached_, options.objectives), options.objectives);
  }

  Result<void> add(kernel::T4Result result) {
    measured_.push_back(std::move(result));
    if (subject_.options.cache.empty()) {
      return {};
    }
    std::vector<kernel::T4Result> all = cached_;
    all.insert(all.end(), measured_.begin(), measured_.end());
    return write_file(subject_.options.cache, kernel::t4_text({kernel::metadata_of(origin_), std::move(all)}));
  }

  /// Writes what was measured now.
  Result<void> close() const {
    const std::string& file = subject_.options.record;
    return file.empty() ? Result<void>() : write_file(file, kernel::t4_text({kernel::metadata_of(origin_), measured_}));
  }

  [[nodiscard]] std::size_t measured() const { return measured_.size(); }

private:
  const TuneSubject& subject_;
  kernel::TuneOrigin origin_;
  std::vector<kernel::T4Result> cached_{};
  std::vector<kernel::T4Result> measured_{};
};

} // namespace

Result<void> check(const TuneOptions& options) {
  const std::vector<std::string> known = {"time", "energy"};
  for (auto name = options.objectives.begin(); name != options.objectives.end(); ++name) {
    if (std::find(known.begin(), known.end(), *name) == known.end()) {
      return fail(ErrorKind::input, fmt::format("there is no objective '{}'", *name),
                  suggest(*name, known, "time, energy or time,energy"));
    }
    if (std::find(options.objectives.begin(), name, *name) != name) {
      return fail(ErrorKind::input, fmt::format("the objective '{}' is named twice", *name));
    }
  }
  if (!options.simulate.empty() && (!options.cache.empty() || !options.record.empty())) {
    return fail(ErrorKind::input, "a simulation measures nothing that could be recorded or cached",
                "leave out --record and --cache, or --simulate");
  }
  if (options.evaluator.asked() &&
      (options.objectives != std::vector<std::string>{"time"} || !options.cache.empty() || options.no_race)) {
    return fail(ErrorKind::input, "an evaluator gives times alone, which are raced and not cached",
                "leave out --objective, --cache and --no-race; --record keeps what was measured");
  }
  return {};
}

Result<std::unique_ptr<measure::EnergyMeter>> meter_for(const TuneOptions& options, kernel::Backend backend) {
  auto meter = backend == kernel::Backend::cuda  ? measure::open_nvml()
               : backend == kernel::Backend::hip ? fail(ErrorKind::machine, "there is no meter for HIP devices")
                                                 : measure::open_rapl(options.rapl);
  if (!meter) {
    return fail(ErrorKind::machine, fmt::format("energy cannot be measured here: {}", meter.error().message),
                meter.error().hint);
  }
  return meter;
}

Result<kernel::TunedFront> search_recorded(const TuneOptions& options, const kernel::TuningSpace& space) {
  const auto record = kernel::read_t4(options.simulate);
  if (!record) {
    return forward(record);
  }
  const auto scores = kernel::scores_of(space, record->results, options.objectives);
  if (!scores) {
    return forward(scores);
  }
  measure::Random random(options.seed);
  return kernel::simulate_front(space, options.strategy, options.objectives.size(), *scores, options.evaluations,
                                random);
}

Result<kernel::TunedFront> search_measured(TuneSubject& subject, const kernel::TuningSpace& space, Terminal& terminal) {
  const TuneOptions& options = subject.options;
  Ledger ledger(subject, kernel::origin_of(*subject.opened.task, subject.candidate, subject.settings));
  const auto known = ledger.open(space);
  if (!known) {
    return forward(known);
  }
  kernel::KernelCost cost(
      *subject.opened.cases, subject.candidate, subject.settings,
      {.limits = limits_for(subject.candidate.backend, options.kernel.device), .meter = subject.meter.get()});
  Progress line(terminal);
  std::optional<double> best;
  const auto evaluate = [&](const kernel::Tuning& tuning) -> Result<std::optional<kernel::Scores>> {
    auto result = cost.evaluate(tuning);
    if (!result) {
      return forward(result);
    }
    auto scores = kernel::scores_of(space, std::span(&*result, 1), options.objectives);
    if (!scores) {
      return forward(scores);
    }
    if (result->invalidity == kernel::Outcome::correct) {
      const double time = result->measurements.front().value;
      best = std::min(best.value_or(time), time);
    }
    if (const auto added = ledger.add(*std::move(result)); !added) {
      return forward(added);
    }
    line.show(fmt::format("{} of {} evaluations, least time {}", ledger.measured(),
                          std::min(options.evaluations, space.size()),
                          best ? report::duration_text(*best) : "none yet"));
    return std::move(scores->begin()->second);
  };
  measure::Random random(options.seed);
  auto found = kernel::tune_front(space, options.strategy, options.objectives.size(), evaluate, options.evaluations,
                                  random, *known);
  if (!found) {
    return forward(found);
  }
  const auto closed = ledger.close();
  return closed ? std::move(found) : forward(closed);
}

} // namespace mapwright::cli
