// What can be timed: a thing that runs once and says how long that took.
#pragma once

#include "core/error.hpp"
#include "core/units.hpp"
#include "measure/clock.hpp"
#include "measure/contention.hpp"

#include <functional>

namespace mapwright::measure {

/// One timed run.
struct Sample {
  Seconds duration{0};
  Taint taint = Taint::none; ///< anything but none: the sample must not count
};

/// Something that can be run and timed again and again: a function, a kernel on a device, a worker process.
class Timer {
public:
  virtual ~Timer() = default;

  /// Runs once. An error means the thing could not run; it ends the comparison and is never turned into a number.
  virtual Result<Sample> run() = 0;
};

/// Times a function in this process by a clock, and judges each run by a probe.
class FunctionTimer final : public Timer {
public:
  /// `clock` and `probe` must outlive the timer; `probe` may be null: then no sample is ever tainted.
  FunctionTimer(std::function<void()> function, Clock& clock, UsageProbe* probe = nullptr, ContentionRule rule = {});
  Result<Sample> run() override;

private:
  std::function<void()> function_;
  Clock& clock_;
  UsageProbe* probe_;
  ContentionRule rule_;
};

} // namespace mapwright::measure
