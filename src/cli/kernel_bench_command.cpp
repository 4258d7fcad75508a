// mapwright kernel bench TASK FILE..., or --command CMD...
#include "cli/command.hpp"
#include "cli/command_bench.hpp"
#include "cli/evaluator_bench.hpp"
#include "cli/kernel_race.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

struct KernelBenchOptions {
  std::string task;
  std::vector<std::string> files{};
  std::string baseline;
  bool held_out = false;
  bool cold = false;
  std::optional<double> seconds{};
  bool no_contention_check = false;
  KernelOptions kernel{};
  EvaluatorOptions evaluator{};
  CommandBenchOptions commands{};
};

constexpr double shape_seconds = 20;   ///< --seconds of one shape, unless it is given
constexpr double command_seconds = 60; ///< of a comparison of commands
constexpr double run_timeout = 600;    ///< --timeout of one run of a command

Result<Entrant> enter_file(const std::string& file, const kernel::Task& task, const kernel::RunnerSettings& settings) {
  const auto candidate = kernel::read_candidate(task, file);
  if (!candidate) {
    return forward(candidate);
  }
  return enter(file, task, *candidate, preset(*candidate), settings);
}

/// The file named as baseline, else the starting kernel of the first challenger's back end.
Result<std::string> baseline_of(const KernelBenchOptions& options, const kernel::Task& task) {
  if (!options.baseline.empty()) {
    return options.baseline;
  }
  const auto candidate = kernel::read_candidate(task, options.files.front());
  if (!candidate) {
    return forward(candidate);
  }
  const auto start = task.starts.find(candidate->backend);
  if (start == task.starts.end()) {
    return fail(ErrorKind::input,
                fmt::format("task '{}' has no starting kernel for {}", task.name, to_string(candidate->backend)),
                "name one with --baseline");
  }
  return start->second.string();
}

/// By the judge of this program.
Result<int> bench_judged(const KernelBenchOptions& options, Terminal& terminal) {
  const auto settings = runner_settings(options.kernel);
  if (!settings) {
    return forward(settings);
  }
  auto opened = open_task(options.task, *settings);
  if (!opened) {
    return forward(opened);
  }
  const kernel::Task& task = *opened->task;
  const auto baseline_file = baseline_of(options, task);
  if (!baseline_file) {
    return forward(baseline_file);
  }
  auto baseline = enter_file(*baseline_file, task, *settings);
  if (!baseline) {
    return forward(baseline);
  }
  std::vector<Entrant> entrants;
  for (const std::string& file : options.files) {
    auto entrant = enter_file(file, task, *settings);
    if (!entrant) {
      return forward(entrant);
    }
    entrants.push_back(*std::move(entrant));
  }
  const auto report = run_race(*opened, *baseline, entrants,
                               {.use = options.held_out ? kernel::Use::held_out : kernel::Use::benchmark,
                                .cold = options.cold,
                                .no_contention_check = options.no_contention_check,
                                .seconds = options.seconds.value_or(shape_seconds)},
                               *settings);
  if (!report) {
    return forward(report);
  }
  const auto written = write_out(terminal, options.kernel.json ? report::document_text(report::to_json(*report))
                                                               : report::to_text(*report));
  if (!written) {
    return forward(written);
  }
  const bool flawed = std::any_of(report->results.begin(), report->results.end(),
                                  [](const kernel::RaceResult& result) { return result.flaw.has_value(); });
  return flawed ? 1 : 0;
}

Result<int> bench(const KernelBenchOptions& options, Terminal& terminal) {
  const double timeout = options.evaluator.timeout;
  if (!options.commands.commands.empty()) {
    return bench_commands(options.commands,
                          {.seconds = Seconds(options.seconds.value_or(command_seconds)),
                           .timeout = Seconds(timeout > 0 ? timeout : run_timeout),
                           .threads = options.kernel.threads,
                           .keep_disturbed = options.no_contention_check,
                           .json = options.kernel.json},
                          terminal);
  }
  if (options.task.empty() || options.files.empty()) {
    return fail(ErrorKind::input, "'mapwright kernel bench' needs a TASK and at least one FILE, or --command twice",
                "`mapwright kernel bench --help` lists what it takes");
  }
  if (options.evaluator.asked()) {
    return bench_by_evaluator(options.evaluator,
                              {.task = options.task,
                               .files = options.files,
                               .baseline = options.baseline,
                               .held_out = options.held_out,
                               .json = options.kernel.json},
                              terminal);
  }
  return bench_judged(options, terminal);
}

} // namespace

void add_kernel_bench(CLI::App& kernel, Commands& commands) {
  CLI::App& app = commands.add(kernel, "bench", "which of these kernels is faster, with a verdict",
                               "  mapwright kernel bench gemm mine.cpp\n"
                               "  mapwright kernel bench gemm b.cl c.cl --baseline a.cl --held-out\n"
                               "  mapwright kernel bench gemm mine.hip --evaluator 'ssh gpu ./evaluate'\n"
                               "  mapwright kernel bench --command 'old=./a in.txt' --command 'new=./b in.txt'\n"
                               "Exit code 1: a kernel gave a wrong result while it was timed, or a command failed.");
  auto options = std::make_shared<KernelBenchOptions>();
  CLI::Option* task =
      app.add_option("TASK", options->task, "a name of `mapwright kernel list`, or a task's folder")->type_name("");
  CLI::Option* files = app.add_option("FILE", options->files, "kernels to be timed")->type_name("");
  CLI::Option* baseline = app.add_option("--baseline", options->baseline,
                                         "what they are compared with (default: the task's starting kernel)")
                              ->type_name("FILE");
  CLI::Option* held_out =
      app.add_flag("--held-out", options->held_out, "on the held-out shapes instead of the benchmark shapes");
  CLI::Option* cold = app.add_flag("--cold", options->cold, "with empty caches before each call");
  app.add_option("--seconds", options->seconds, "most time for one shape (default: 20), or for all commands (60)")
      ->type_name("TIME")
      ->check(CLI::Range(0.1, 3600.0));
  app.add_flag("--no-contention-check", options->no_contention_check, "count runs that other work disturbed");
  declare(app, options->evaluator);
  CLI::Option* evaluator = app.get_option("--evaluator");
  CLI::Option* external = app.get_option("--external");
  cold->excludes(evaluator)->excludes(external);
  declare(app, options->commands, {task, files, baseline, held_out, cold, evaluator, external});
  declare(app, options->kernel);
  commands.set_action(app, [options](Terminal& terminal) { return bench(*options, terminal); });
}

} // namespace mapwright::cli
