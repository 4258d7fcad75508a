// The parts of `mapwright kernel tune`: what is asked for, the search, the race of those found.
#pragma once

#include "cli/evaluator_tune.hpp"
#include "cli/kernel_race.hpp"
#include "kernel/tune/kernel_cost.hpp"
#include "report/tune_report.hpp"

namespace mapwright::cli {

/// As typed.
struct TuneOptions {
  std::string task;
  std::string file;
  std::string strategy = "model";
  std::vector<std::string> objectives{"time"};
  std::size_t evaluations = 50;
  std::uint64_t seed = 1;
  double seconds = 20;
  std::string record;
  std::string cache;
  std::string simulate;
  std::string rapl = "/sys/class/powercap";
  bool no_race = false;
  bool no_contention_check = false;
  KernelOptions kernel{};
  EvaluatorOptions evaluator{};
};

/// Refuses unknown or repeated objectives and options that exclude each other.
Result<void> check(const TuneOptions& options);

/// What is needed to measure a kernel.
struct TuneSubject {
  const TuneOptions& options;
  const kernel::KernelCandidate& candidate;
  const kernel::RunnerSettings& settings;
  OpenedTask opened{};
  std::unique_ptr<measure::EnergyMeter> meter{}; ///< when energy is an objective
};

/// The meter of the kernel's back end. Machine error when there is none.
Result<std::unique_ptr<measure::EnergyMeter>> meter_for(const TuneOptions& options, kernel::Backend backend);

/// The search alone, on what was recorded.
Result<kernel::TunedFront> search_recorded(const TuneOptions& options, const kernel::TuningSpace& space);

/// The search with kernels that are built and measured. Reads the cache and writes to it after every evaluation; writes
/// the record at the end.
Result<kernel::TunedFront> search_measured(TuneSubject& subject, const kernel::TuningSpace& space, Terminal& terminal);

/// Races those found against the presets on fresh inputs and chooses the one to keep: fills `race`, `held_out`,
/// `energy` and `best` of the report.
Result<void> race_found(TuneSubject& subject, const kernel::TuningSpace& space, report::TuneReport& report);

} // namespace mapwright::cli
