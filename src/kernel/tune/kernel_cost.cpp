#include "kernel/tune/kernel_cost.hpp"

#include "measure/statistics.hpp"

#include <array>
#include <cmath>
#include <limits>

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

/// The median of some samples, or the first alone when it is hopeless beside `best`.
Result<double> time_shape(KernelTimer& timer, const CostRule& rule, double best) {
  std::vector<double> samples;
  for (int sample = 0; sample < rule.samples; ++sample) {
    const auto one = timer.run();
    if (!one) {
      return forward(one);
    }
    samples.push_back(one->duration.count());
    if (samples.front() > rule.hopeless * best) {
      break;
    }
  }
  return measure::median(samples);
}

} // namespace

Result<T4Result> KernelCost::evaluate(const Tuning& tuning) {
  T4Result result{.configuration = tuning, .objectives = {"time"}};
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
  const auto flaw = time_shapes(*built->runner, result);
  if (!flaw) {
    return forward(flaw);
  }
  if (*flaw) {
    spoil(result, (*flaw)->fault);
  }
  return result;
}

Result<std::optional<Validity>> KernelCost::time_shapes(Runner& runner, T4Result& result) {
  double log_time = 0;
  std::size_t shapes = 0;
  for (const Shape& shape : cases_.task().shapes) {
    if (shape.use != Use::benchmark) {
      continue;
    }
    best_.resize(std::max(best_.size(), shapes + 1), std::numeric_limits<double>::infinity());
    KernelTimer timer(cases_, runner, shape, rule_.timing);
    const auto time = time_shape(timer, rule_, best_[shapes]);
    if (!time) {
      return timer.flaw() ? Result<std::optional<Validity>>(timer.flaw()) : forward(time);
    }
    best_[shapes] = std::min(best_[shapes], *time);
    result.times.runtimes.push_back(1e3 * *time);
    log_time += std::log(*time);
    ++shapes;
  }
  result.measurements = {{"time", std::exp(log_time / static_cast<double>(std::max<std::size_t>(shapes, 1))), "s"}};
  return std::optional<Validity>();
}

} // namespace mapwright::kernel
