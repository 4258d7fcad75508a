// The clock enters measurement by an interface, so that tests decide what time it is.
#pragma once

#include "core/units.hpp"

namespace mapwright::measure {

/// A clock that never goes back.
class Clock {
public:
  virtual ~Clock() = default;

  /// Time since an arbitrary, fixed origin.
  virtual Seconds now() = 0;
};

/// The monotonic clock of the operating system (CLOCK_MONOTONIC); thread-safe.
class SteadyClock final : public Clock {
public:
  Seconds now() override;
};

} // namespace mapwright::measure
