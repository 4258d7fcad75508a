// `kernel bench --evaluator` and `--external`: kernels against each other, as a command of the user's own times them.
#pragma once

#include "cli/evaluator_options.hpp"
#include "cli/terminal.hpp"
#include "report/external_report.hpp"

#include <span>
#include <string>
#include <vector>

namespace mapwright::cli {

/// What other options of `kernel bench` say about it.
struct EvaluatorBenchSetting {
  std::string task{};
  std::vector<std::string> files{};
  std::string baseline{}; ///< empty: the task's starting kernel
  bool held_out = false;
  bool json = false;
};

/// Exit code 1: the evaluator says that a kernel is wrong or fails.
Result<int> bench_by_evaluator(const EvaluatorOptions& options, const EvaluatorBenchSetting& setting,
                               Terminal& terminal);

/// A race by the evaluator as the commands report it.
Result<report::ExternalBenchReport> run_evaluator_race(const EvaluatorOptions& options,
                                                       const kernel::Evaluator& evaluator, const kernel::Task& task,
                                                       const kernel::Subject& baseline,
                                                       std::span<const kernel::Subject> challengers, kernel::Use use,
                                                       Terminal& terminal);

} // namespace mapwright::cli
