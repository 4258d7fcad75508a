#include "cli/evaluator_options.hpp"

#include "kernel/judge/cases.hpp"

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

constexpr double default_timeout = 600;

} // namespace

void declare(CLI::App& app, EvaluatorOptions& options) {
  app.add_option("--evaluator", options.evaluator,
                 "a command that judges and times instead; {candidate} is the file with the source")
      ->type_name("CMD");
  app.add_flag("--external", options.external, "by the evaluator that the task names (it is not contained)");
  app.add_option("--timeout", options.timeout, "most time for one evaluation or run (default: 600)")
      ->type_name("TIME")
      ->check(CLI::Range(0.01, 1e6));
  app.add_option("--calls", options.calls, "how often an evaluator is asked about each kernel at most")
      ->type_name("COUNT")
      ->check(CLI::Range(kernel::EvaluatorRaceRule::enough, std::size_t{1000}))
      ->capture_default_str();
}

Result<kernel::Evaluator> make_evaluator(const EvaluatorOptions& options, const kernel::Task& task,
                                         std::stop_token stop) {
  if (options.external && !options.evaluator.empty()) {
    return fail(ErrorKind::input, "--evaluator names an evaluator, --external takes the task's: give one of them");
  }
  if (options.external && !task.evaluator) {
    return fail(ErrorKind::input, fmt::format("the task '{}' names no evaluator", task.name),
                "name one with --evaluator, or in task.toml: [evaluator] command = \"...\"");
  }
  auto command = options.external ? kernel::parse_user_command(task.evaluator->command, task.folder.string())
                                  : kernel::parse_user_command(options.evaluator);
  if (!command) {
    return forward(command);
  }
  const double task_timeout = options.external ? task.evaluator->seconds : default_timeout;
  kernel::RunRule rule;
  rule.time = Seconds(options.timeout > 0 ? options.timeout : task_timeout);
  return kernel::Evaluator(*std::move(command), std::move(rule), std::move(stop));
}

Result<std::vector<kernel::Shape>> shapes_of(const kernel::Task& task, kernel::Use use) {
  std::vector<kernel::Shape> shapes;
  for (const kernel::Shape& shape : task.shapes) {
    if (shape.use == use) {
      shapes.push_back(shape);
    }
  }
  if (shapes.empty()) {
    return fail(ErrorKind::input, fmt::format("the task '{}' has no {} shapes", task.name, to_string(use)),
                "task.toml lists them in [shapes]");
  }
  return shapes;
}

Result<kernel::Subject> read_subject(const std::string& file, const kernel::Task& task) {
  auto candidate = kernel::read_candidate(task, file, kernel::LaunchList::optional);
  if (!candidate) {
    return forward(candidate);
  }
  kernel::Tuning tuning = preset(*candidate);
  return kernel::Subject{file, *std::move(candidate), std::move(tuning)};
}

kernel::EvaluatorRaceRule evaluator_race_rule(const EvaluatorOptions& options) {
  return {.rounds = options.calls, .seed = kernel::fresh_secret()};
}

} // namespace mapwright::cli
