// One strategy of a stage as a thing that can be timed, and its energy.
#pragma once

#include "index_map/bench/stage.hpp"
#include "measure/energy.hpp"
#include "measure/timer.hpp"

namespace mapwright::index_map::bench {

/// Runs a strategy so often at once that a sample takes a millisecond or more; a sample is the time of one run.
class StageTimer final : public measure::Timer {
public:
  /// `stage` and `probe` must outlive the timer. `probe` may be null: then no sample is tainted. `busy_threads` as in
  /// measure::ContentionRule.
  StageTimer(Stage& stage, Strategy strategy, Doing doing, measure::UsageProbe* probe, int busy_threads)
      : stage_(stage), strategy_(strategy), doing_(doing), probe_(probe) {
    rule_.busy_threads = busy_threads;
  }

  Result<measure::Sample> run() override;

private:
  Stage& stage_;
  Strategy strategy_;
  Doing doing_;
  measure::UsageProbe* probe_;
  measure::ContentionRule rule_;
  int repeats_ = 0; ///< 0: not known yet
  bool is_first_ = true;
};

/// The energy of so many runs as fill the meter's window.
struct RunsEnergy {
  measure::EnergyReading reading;
  int runs = 0;
};
/// `once`: what one run takes, roughly.
Result<RunsEnergy> energy_of(Stage& stage, Strategy strategy, measure::EnergyMeter& meter, Seconds once);

} // namespace mapwright::index_map::bench
