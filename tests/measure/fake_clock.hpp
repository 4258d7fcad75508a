// Time under the test's control.
#pragma once

#include "measure/clock.hpp"
#include "measure/contention.hpp"
#include "measure/timer.hpp"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace mapwright::measure::testing {

/// A clock that stands still until it is moved.
class FakeClock final : public Clock {
public:
  Seconds now() override { return now_; }
  void advance(Seconds time) { now_ += time; }

private:
  Seconds now_{100};
};

/// A timer that returns what a function says and moves the clock by it.
class FakeTimer final : public Timer {
public:
  FakeTimer(FakeClock& clock, std::function<Result<Sample>()> next) : clock_(clock), next_(std::move(next)) {}
  Result<Sample> run() override {
    ++runs;
    Result<Sample> sample = next_();
    if (sample) {
      clock_.advance(sample->duration);
    }
    return sample;
  }
  int runs = 0;

private:
  FakeClock& clock_;
  std::function<Result<Sample>()> next_;
};

/// Replays given snapshots, the last one for ever.
class FakeProbe final : public UsageProbe {
public:
  explicit FakeProbe(std::vector<UsageSnapshot> snapshots) : snapshots_(std::move(snapshots)) {}
  UsageSnapshot snapshot() override {
    const UsageSnapshot result = snapshots_[next_];
    next_ = std::min(next_ + 1, snapshots_.size() - 1);
    return result;
  }

private:
  std::vector<UsageSnapshot> snapshots_;
  std::size_t next_ = 0;
};

} // namespace mapwright::measure::testing
