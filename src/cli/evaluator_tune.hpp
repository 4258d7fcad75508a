// `kernel tune --evaluator` and `--external`: the search on the times that a command of the user's own gives.
#pragma once

#include "cli/evaluator_options.hpp"
#include "cli/terminal.hpp"

#include <cstdint>
#include <string>

namespace mapwright::cli {

/// What other options of `kernel tune` say about it.
struct EvaluatorTuneSetting {
  std::string file; ///< the kernel's
  kernel::KernelCandidate candidate{};
  std::string strategy{};
  std::size_t evaluations = 50;
  std::uint64_t seed = 1;
  std::string record{}; ///< empty: none
  bool json = false;
};

/// Searches, then races the best against the presets. What was measured is recorded after each evaluation, so that
/// nothing is lost when the evaluator breaks. Exit code 1: no configuration is valid.
Result<int> tune_by_evaluator(const EvaluatorOptions& options, const EvaluatorTuneSetting& setting,
                              const kernel::Task& task, Terminal& terminal);

} // namespace mapwright::cli
