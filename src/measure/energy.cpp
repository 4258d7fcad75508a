#include "measure/energy.hpp"

#include <utility>

#include <fmt/format.h>

namespace mapwright::measure {

std::string_view to_string(EnergyState state) {
  switch (state) {
  case EnergyState::measured:
    return "measured";
  case EnergyState::no_meter:
    return "no-meter";
  case EnergyState::window_too_short:
    return "window-too-short";
  case EnergyState::meter_failed:
    break;
  }
  return "meter-failed";
}

Seconds min_window(const EnergyMeter& meter) {
  return min_periods_per_window * meter.update_period();
}

EnergyReading measure_energy(EnergyMeter* meter, Clock& clock, const std::function<void()>& work) {
  if (meter == nullptr) {
    const Seconds start = clock.now();
    work();
    return {EnergyState::no_meter, std::nullopt, clock.now() - start, "", "no energy meter on this machine"};
  }
  const Result<Joules> before = meter->total();
  const Seconds start = clock.now();
  work();
  const Seconds window = clock.now() - start;
  const Result<Joules> after = meter->total();
  if (!before || !after) {
    return {EnergyState::meter_failed, std::nullopt, window, meter->method(),
            (before ? after : before).error().message};
  }
  if (window < min_window(*meter)) {
    return {EnergyState::window_too_short, std::nullopt, window, meter->method(),
            fmt::format("the window lasted {:.3g} s, this meter needs at least {:.3g} s", window.count(),
                        min_window(*meter).count())};
  }
  return {EnergyState::measured, *after - *before, window, meter->method(), ""};
}

std::optional<Measurement> to_measurement(const EnergyReading& reading, std::string machine) {
  if (!reading.energy) {
    return std::nullopt;
  }
  return Measurement{.value = reading.energy->count(),
                     .unit = "J",
                     .method = fmt::format("{} over {:.3g} s", reading.method, reading.window.count()),
                     .baseline = "",
                     .machine = std::move(machine)};
}

} // namespace mapwright::measure
