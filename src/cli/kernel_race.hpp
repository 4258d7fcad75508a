// Kernels that are built to be raced, and a race as the commands report it.
#pragma once

#include "cli/kernel_options.hpp"
#include "report/kernel_report.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace mapwright::cli {

/// A kernel that was built to take part.
struct Entrant {
  std::string name;
  kernel::Backend backend = kernel::Backend::cpp;
  std::unique_ptr<kernel::Runner> runner;
};

/// Builds it. Input error with the compiler's words when that fails.
Result<Entrant> enter(const std::string& name, const kernel::Task& task, const kernel::KernelCandidate& candidate,
                      const kernel::Tuning& tuning, const kernel::RunnerSettings& settings);

struct RaceOptions {
  kernel::Use use = kernel::Use::benchmark;
  bool cold = false;
  bool no_contention_check = false;
  double seconds = 20;          ///< most time for one shape
  std::uint64_t first_case = 0; ///< inputs before it were seen while the kernels were chosen
};

/// Races `challengers` against `baseline`.
Result<report::KernelBenchReport> run_race(OpenedTask& opened, const Entrant& baseline,
                                           std::span<const Entrant> challengers, const RaceOptions& options,
                                           const kernel::RunnerSettings& settings);

} // namespace mapwright::cli
