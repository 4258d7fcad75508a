#include "index_map/bench/timing.hpp"

#include <algorithm>
#include <cmath>

namespace mapwright::index_map::bench {

namespace {

constexpr Seconds least_sample{1e-3};
constexpr double most_repeats = 1000;
constexpr Seconds most_waiting{20e-3}; ///< of one sample, launches included

} // namespace

Result<measure::Sample> StageTimer::run() {
  const int repeats = std::max(repeats_, 1);
  const measure::UsageSnapshot before = probe_ != nullptr ? probe_->snapshot() : measure::UsageSnapshot{};
  measure::SteadyClock clock;
  const Seconds start = clock.now();
  Seconds total{0};
  for (int i = 0; i < repeats; ++i) {
    const auto time = stage_.run(strategy_, doing_);
    if (!time) {
      return forward(time);
    }
    total += *time;
  }
  const measure::Taint taint =
      probe_ != nullptr ? measure::assess(before, probe_->snapshot(), total, rule_) : measure::Taint::none;
  if (repeats_ == 0 && !is_first_) { // the first runs of all are part of the warm-up, the very first compiles
    const double wanted = total > Seconds::zero() ? std::ceil(least_sample / total) : most_repeats;
    const double bearable = std::max(1.0, most_waiting / (clock.now() - start));
    repeats_ = static_cast<int>(std::clamp(wanted, 1.0, std::min(most_repeats, bearable)));
  }
  is_first_ = false;
  return measure::Sample{total / repeats, taint};
}

Result<RunsEnergy> energy_of(Stage& stage, Strategy strategy, measure::EnergyMeter& meter, Seconds once) {
  RunsEnergy energy;
  energy.runs = static_cast<int>(std::clamp(std::ceil(1.1 * (measure::min_window(meter) / once)), 1.0, 1e6));
  Result<void> done;
  measure::SteadyClock clock;
  energy.reading = measure::measure_energy(&meter, clock, [&] {
    for (int i = 0; i < energy.runs && done; ++i) {
      if (const auto time = stage.run(strategy, Doing::work); !time) {
        done = forward(time);
      }
    }
  });
  return done ? Result<RunsEnergy>(std::move(energy)) : forward(done);
}

} // namespace mapwright::index_map::bench
