#include "kernel/tune/kernel_cost.hpp"

#include "kernel/tune/call_energy.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace mapwright::kernel {

namespace {

constexpr std::array test_use{Use::test};

Outcome outcome_of(Fault fault) {
  switch (fault) {
  case Fault::none:
    return Outcome::correct;
  case Fault::not_compiled:
    return Outcome::compile;
  case Fault::timed_out:
    return Outcome::timeout;
  case Fault::wrong_output:
  case Fault::changed_input:
  case Fault::wrote_outside:
    return Outcome::correctness;
  default:
    return Outcome::runtime;
  }
}

void spoil(T4Result& result, Fault fault) {
  result.invalidity = outcome_of(fault);
  result.correctness = 0;
  result.measurements.clear();
}

std::vector<Shape> benchmark_shapes(const Task& task) {
  std::vector<Shape> shapes;
  std::copy_if(task.shapes.begin(), task.shapes.end(), std::back_inserter(shapes),
               [](const Shape& shape) { return shape.use == Use::benchmark; });
  return shapes;
}

} // namespace

KernelCost::KernelCost(Cases& cases, const KernelCandidate& candidate, const RunnerSettings& settings,
                       const CostRule& rule)
    : cases_(cases), candidate_(candidate), settings_(settings), rule_(rule), shapes_(benchmark_shapes(cases.task())),
      pace_(shapes_.size(), rule.prune), null_times_(shapes_.size(), Seconds::max()) {}

Result<T4Result> KernelCost::evaluate(const Tuning& tuning) {
  T4Result result{.configuration = tuning, .objectives = {"time"}};
  if (rule_.meter != nullptr) {
    result.objectives.emplace_back("energy");
  }
  if (!can_be_launched(tuning)) {
    result.invalidity = Outcome::constraints;
    result.correctness = 0;
    return result;
  }
  measure::SteadyClock clock;
  const Seconds begun = clock.now();
  auto built = build(cases_.task(), candidate_, tuning, settings_);
  if (!built) {
    return forward(built);
  }
  result.times.compilation_time = 1e3 * (clock.now() - begun).count();
  if (built->status != RunStatus::done) {
    spoil(result, fault_of(built->status));
    return result;
  }
  const Seconds checking = clock.now();
  const auto valid = check_validity(cases_, *built->runner, test_use, 1);
  if (!valid) {
    return forward(valid);
  }
  result.times.validation = 1e3 * (clock.now() - checking).count();
  if (!valid->valid()) {
    spoil(result, valid->fault);
    return result;
  }
  auto flaw = time_shapes(*built->runner, result);
  if (flaw && !*flaw && rule_.meter != nullptr) {
    flaw = meter_shapes(*built->runner, result);
  }
  if (!flaw) {
    return forward(flaw);
  }
  if (*flaw) {
    spoil(result, (*flaw)->fault);
  }
  return result;
}

bool KernelCost::can_be_launched(const Tuning& tuning) const {
  return std::none_of(cases_.task().shapes.begin(), cases_.task().shapes.end(), [&](const Shape& shape) {
    return beyond(rule_.limits, cases_.task(), candidate_, tuning, shape).has_value();
  });
}

Result<std::optional<Validity>> KernelCost::time_shapes(Runner& runner, T4Result& result) {
  pace_.begin();
  std::size_t timed = 0;
  for (const Shape& shape : shapes_) {
    KernelTimer timer(cases_, runner, shape, rule_.timing);
    const auto samples = time_shape(timer, null_times_[timed]);
    if (!samples) {
      return timer.flaw() ? Result<std::optional<Validity>>(timer.flaw()) : forward(samples);
    }
    pace_.add(*samples);
    result.times.runtimes.push_back(1e3 * Pace::time_of(*samples));
    ++timed;
    if (rule_.meter == nullptr && pace_.lost()) { // a slow configuration may still need the least energy
      break;
    }
  }
  result.measurements = {{"time", timed == 0 ? 0 : pace_.finish(), "s"}};
  if (timed < shapes_.size()) {
    result.measurements.push_back({"pruned", 1, ""});
  }
  return std::optional<Validity>();
}

Result<std::vector<double>> KernelCost::time_shape(KernelTimer& timer, Seconds& least_null) {
  if (const auto prepared = timer.prepare(); !prepared) {
    return forward(prepared);
  }
  least_null = std::min(least_null, timer.null_time());
  timer.limit_null_time(least_null);
  std::vector<double> samples;
  while (samples.size() < static_cast<std::size_t>(rule_.samples) && !pace_.spared(samples)) {
    const auto one = timer.run();
    if (!one) {
      return forward(one);
    }
    samples.push_back(one->duration.count());
  }
  return samples;
}

Result<std::optional<Validity>> KernelCost::meter_shapes(Runner& runner, T4Result& result) {
  double log_energy = 0;
  for (const Shape& shape : shapes_) {
    const auto energy = energy_of_call(cases_, runner, shape, *rule_.meter);
    if (!energy) {
      return forward(energy);
    }
    if (energy->flaw) {
      return energy->flaw;
    }
    log_energy += std::log(energy->joules.count());
  }
  result.measurements.push_back({"energy", std::exp(log_energy / static_cast<double>(shapes_.size())), "J"});
  return std::optional<Validity>();
}

} // namespace mapwright::kernel
