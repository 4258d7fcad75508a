// mapwright kernel bench TASK FILE...
#include "cli/command.hpp"
#include "cli/kernel_options.hpp"
#include "measure/machine.hpp"
#include "report/kernel_report.hpp"

#include <algorithm>
#include <thread>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

struct Options {
  std::string task;
  std::vector<std::string> files{};
  std::string baseline;
  bool held_out = false;
  bool cold = false;
  double seconds = 20;
  bool no_contention_check = false;
  KernelOptions kernel{};
};

/// A kernel that was built to take part.
struct Entrant {
  std::string name;
  kernel::Backend backend = kernel::Backend::cpp;
  std::unique_ptr<kernel::Runner> runner;
};

Result<Entrant> enter(const std::string& file, const kernel::Task& task, const kernel::RunnerSettings& settings) {
  const auto candidate = kernel::read_candidate(task, file);
  if (!candidate) {
    return forward(candidate);
  }
  auto built = kernel::build(task, *candidate, preset(*candidate), settings);
  if (!built) {
    return forward(built);
  }
  if (built->status != kernel::RunStatus::done) {
    return fail(ErrorKind::input,
                fmt::format("{} cannot take part ({}): {}", file, to_string(built->status), built->log),
                "`mapwright kernel check` tells more");
  }
  return Entrant{file, candidate->backend, std::move(built->runner)};
}

/// The file named as baseline, else the starting kernel of the first challenger's back end.
Result<std::string> baseline_of(const Options& options, const kernel::Task& task) {
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

Result<int> bench(const Options& options, Terminal& terminal) {
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
  auto baseline = enter(*baseline_file, task, *settings);
  if (!baseline) {
    return forward(baseline);
  }
  std::vector<Entrant> entrants;
  std::vector<kernel::Racer> racers;
  for (const std::string& file : options.files) {
    auto entrant = enter(file, task, *settings);
    if (!entrant) {
      return forward(entrant);
    }
    entrants.push_back(*std::move(entrant));
    racers.push_back({file, entrants.back().runner.get()});
  }
  kernel::RaceRule rule;
  rule.stop.time_cap = Seconds(options.seconds);
  rule.timing.caches = options.cold ? kernel::CacheState::cold : kernel::CacheState::hot;
  rule.timing.keep_disturbed = options.no_contention_check;
  rule.seed = kernel::fresh_secret();
  report::KernelBenchReport report{.task = task.name,
                                   .baseline = *baseline_file,
                                   .use = options.held_out ? kernel::Use::held_out : kernel::Use::benchmark,
                                   .caches = rule.timing.caches,
                                   .confidence = rule.confidence,
                                   .equivalence = rule.equivalence,
                                   .disturbed_count = options.no_contention_check,
                                   .machine = measure::describe_machine().summary()};
  const bool on_host = std::all_of(entrants.begin(), entrants.end(),
                                   [](const Entrant& entrant) { return entrant.backend == kernel::Backend::cpp; });
  kernel::Floor floor(settings->threads != 0 ? settings->threads : std::thread::hardware_concurrency());
  measure::SteadyClock clock;
  auto results = race(*opened->cases, {*baseline_file, baseline->runner.get()}, racers, report.use, clock,
                      on_host ? &floor : nullptr, rule);
  if (!results) {
    return forward(results);
  }
  report.results = *std::move(results);
  report.level = baseline->runner->level();
  for (const kernel::Shape& shape : task.shapes) {
    if (shape.use == report.use) {
      report.shapes.push_back(describe(task, shape));
    }
  }
  const auto written = write_out(terminal, options.kernel.json ? report::document_text(report::to_json(report))
                                                               : report::to_text(report));
  if (!written) {
    return forward(written);
  }
  const bool flawed = std::any_of(report.results.begin(), report.results.end(),
                                  [](const kernel::RaceResult& result) { return result.flaw.has_value(); });
  return flawed ? 1 : 0;
}

} // namespace

void add_kernel_bench(CLI::App& kernel, Commands& commands) {
  CLI::App& app = commands.add(kernel, "bench", "which of these kernels is faster, with a verdict",
                               "  mapwright kernel bench gemm mine.cpp\n"
                               "  mapwright kernel bench gemm b.cl c.cl --baseline a.cl --held-out\n"
                               "Exit code 1: a kernel gave a wrong result while it was timed.");
  auto options = std::make_shared<Options>();
  app.add_option("TASK", options->task, "a name of `mapwright kernel list`, or a task's folder")
      ->required()
      ->type_name("");
  app.add_option("FILE", options->files, "kernels to be timed")->required()->type_name("");
  app.add_option("--baseline", options->baseline, "what they are compared with (default: the task's starting kernel)")
      ->type_name("FILE");
  app.add_flag("--held-out", options->held_out, "on the held-out shapes instead of the benchmark shapes");
  app.add_flag("--cold", options->cold, "with empty caches before each call");
  app.add_option("--seconds", options->seconds, "most time for one shape")
      ->type_name("TIME")
      ->check(CLI::Range(0.1, 3600.0))
      ->capture_default_str();
  app.add_flag("--no-contention-check", options->no_contention_check, "count runs that other work disturbed");
  declare(app, options->kernel);
  commands.set_action(app, [options](Terminal& terminal) { return bench(*options, terminal); });
}

} // namespace mapwright::cli
