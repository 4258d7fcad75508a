// Does the judge see through wrong kernels of this very task? Run before a task is trusted.
#pragma once

#include "kernel/judge/race.hpp"
#include "kernel/selftest/mutant.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mapwright::kernel {

/// One mutant and what the judge said of it.
struct SelftestRow {
  Mutation mutation = Mutation::zero;
  std::string why_not{}; ///< why there is no such mutant; then nothing else is set
  Fault seen = Fault::none;
  SpeedVerdict speed = SpeedVerdict::unclear; ///< for Mutation::slow
  std::string evidence{};
  bool caught = false;
};

/// One back end.
struct SelftestReport {
  Backend backend = Backend::cpp;
  Validity start{};                ///< of the starting kernel, on all shapes
  std::vector<SelftestRow> rows{}; ///< empty when the start is not valid

  /// The starting kernel is valid and every mutant there is was caught.
  [[nodiscard]] bool passed() const;
};

/// Judges the task's starting kernel for `backend` and all mutants of it. Input error when the task has none, its
/// reference fails, or the starting kernel is right wherever inputs are exact and misses the tolerance elsewhere;
/// machine error when the back end is missing here.
Result<SelftestReport> selftest(Cases& cases, Backend backend, const RunnerSettings& settings, measure::Clock& clock);

} // namespace mapwright::kernel
