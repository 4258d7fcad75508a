// The energy of a kernel's call, by a meter of the whole package or board.
#pragma once

#include "kernel/judge/validity.hpp"
#include "measure/energy.hpp"

#include <optional>

namespace mapwright::kernel {

/// An energy, or why the kernel is not valid.
struct CallEnergy {
  Joules joules{0};
  std::optional<Validity> flaw{};
};

/// The energy of one call with ordinary inputs on `shape`: that of many calls, less that of as many null calls, which
/// do everything but run the kernel; so what the machine spends anyway while the kernel runs is in it, and what the
/// judge spends around a call is not. Windows go on until both kinds last min_window(meter) together. A process never
/// sees an input twice, and every output is checked. Machine error when the meter fails or cannot tell the kernel's
/// calls from null calls.
Result<CallEnergy> energy_of_call(Cases& cases, Runner& runner, const Shape& shape, measure::EnergyMeter& meter);

} // namespace mapwright::kernel
