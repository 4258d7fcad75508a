// Options of the kernel commands that leave judging to a command of the user's own.
#pragma once

#include "kernel/external/evaluator_race.hpp"

#include <optional>
#include <stop_token>
#include <string>

#include <CLI/CLI.hpp>

namespace mapwright::cli {

/// As typed.
struct EvaluatorOptions {
  std::string evaluator{};
  bool external = false;
  double timeout = 0; ///< 0: what the task says, else 600 s
  std::size_t calls = kernel::EvaluatorRaceRule::enough;

  [[nodiscard]] bool asked() const { return external || !evaluator.empty(); }
};

/// Declares --evaluator, --external, --timeout and --calls.
void declare(CLI::App& app, EvaluatorOptions& options);

/// The evaluator asked for. Input error: both, or --external for a task that names none; errors of parse_user_command.
Result<kernel::Evaluator> make_evaluator(const EvaluatorOptions& options, const kernel::Task& task,
                                         std::stop_token stop);

/// The shapes of one use; input error when there is none.
Result<std::vector<kernel::Shape>> shapes_of(const kernel::Task& task, kernel::Use use);

/// Reads a candidate that need not say how it is launched. `name` is what reports call it.
Result<kernel::Subject> read_subject(const std::string& file, const kernel::Task& task);

/// The rule of a race by an evaluator, with a fresh seed.
kernel::EvaluatorRaceRule evaluator_race_rule(const EvaluatorOptions& options);

} // namespace mapwright::cli
