// mapwright kernel tune TASK [FILE]
#include "cli/command.hpp"
#include "cli/evaluator_tune.hpp"
#include "cli/kernel_race.hpp"
#include "kernel/tune/kernel_cost.hpp"
#include "report/text_table.hpp"
#include "report/tune_report.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::cli {

namespace {

struct KernelTuneOptions {
  std::string task;
  std::string file;
  std::string strategy = "bandit";
  std::size_t evaluations = 50;
  std::uint64_t seed = 1;
  double seconds = 20;
  std::string record;
  std::string simulate;
  bool no_contention_check = false;
  KernelOptions kernel{};
  EvaluatorOptions evaluator{};
};

/// The file named, or the first starting kernel of the chosen back ends that has something to tune.
Result<std::pair<std::string, kernel::KernelCandidate>> candidate_of(const KernelTuneOptions& options,
                                                                     const kernel::Task& task) {
  const auto launches = options.evaluator.asked() ? kernel::LaunchList::optional : kernel::LaunchList::required;
  const auto read = [&](const std::string& file) { return kernel::read_candidate(task, file, launches); };
  if (!options.file.empty()) {
    auto candidate = read(options.file);
    if (!candidate) {
      return forward(candidate);
    }
    return std::pair(options.file, *std::move(candidate));
  }
  const auto backends = chosen_backends(options.kernel);
  if (!backends) {
    return forward(backends);
  }
  for (const kernel::Backend backend : *backends) {
    if (const auto start = task.starts.find(backend); start != task.starts.end()) {
      auto candidate = read(start->second.string());
      if (!candidate) {
        return forward(candidate);
      }
      if (!candidate->tunables.empty()) {
        return std::pair(start->second.string(), *std::move(candidate));
      }
    }
  }
  return fail(ErrorKind::input,
              fmt::format("task '{}' has no starting kernel with tunables for what was asked", task.name),
              "name a FILE with a [tunables] section in its first comment");
}

/// The search alone, on times that were recorded.
Result<kernel::Tuned> simulated(const KernelTuneOptions& options, const kernel::TuningSpace& space,
                                kernel::Searcher& searcher) {
  const auto results = kernel::read_t4(options.simulate);
  if (!results) {
    return forward(results);
  }
  const auto costs = kernel::costs_of(space, *results);
  if (!costs) {
    return forward(costs);
  }
  measure::Random random(options.seed);
  return kernel::simulate(space, searcher, *costs, options.evaluations, random);
}

/// The search with kernels that are built and timed; what was measured goes into `results`.
Result<kernel::Tuned> measured(const KernelTuneOptions& options, const kernel::TuningSpace& space,
                               kernel::Searcher& searcher, kernel::KernelCost& cost, Terminal& terminal,
                               std::vector<kernel::T4Result>& results) {
  Progress line(terminal);
  std::optional<double> best;
  const auto evaluate = [&](const kernel::Tuning& tuning) -> Result<std::optional<double>> {
    auto result = cost.evaluate(tuning);
    if (!result) {
      return forward(result);
    }
    const bool correct = result->invalidity == kernel::Outcome::correct;
    const std::optional<double> time = correct ? std::optional(result->measurements.front().value) : std::nullopt;
    best = time && (!best || *time < *best) ? time : best;
    results.push_back(*std::move(result));
    line.show(fmt::format("{} of {} evaluations, best {}", results.size(), std::min(options.evaluations, space.size()),
                          best ? report::duration_text(*best) : "none yet"));
    return time;
  };
  measure::Random random(options.seed);
  return kernel::tune(space, searcher, evaluate, options.evaluations, random);
}

/// The best configuration against the presets, on both kinds of shapes.
Result<void> confirm(const KernelTuneOptions& options, OpenedTask& opened, const kernel::KernelCandidate& candidate,
                     const kernel::RunnerSettings& settings, report::TuneReport& report) {
  const auto named = [](const char* what, const kernel::Tuning& tuning) {
    return fmt::format("{} {}", what, report::tuning_text(tuning));
  };
  const auto preset = enter(named("preset", report.preset), *opened.task, candidate, report.preset, settings);
  if (!preset) {
    return forward(preset);
  }
  std::array<Entrant, 1> best{};
  auto entered = enter(named("best", *report.best), *opened.task, candidate, *report.best, settings);
  if (!entered) {
    return forward(entered);
  }
  best[0] = *std::move(entered);
  for (const auto& [use, race] :
       {std::pair(kernel::Use::benchmark, &report.race), std::pair(kernel::Use::held_out, &report.held_out)}) {
    auto raced = run_race(opened, *preset, best,
                          {.use = use,
                           .no_contention_check = options.no_contention_check,
                           .seconds = options.seconds,
                           .first_case = kernel::TimingRule{}.pool},
                          settings);
    if (!raced) {
      return forward(raced);
    }
    *race = *std::move(raced);
  }
  return {};
}

Result<int> tune(const KernelTuneOptions& options, Terminal& terminal) {
  const auto settings = runner_settings(options.kernel);
  if (!settings) {
    return forward(settings);
  }
  const auto task = read_named_task(options.task);
  if (!task) {
    return forward(task);
  }
  const auto candidate = candidate_of(options, *task);
  if (!candidate) {
    return forward(candidate);
  }
  const auto& [file, kernel] = *candidate;
  if (kernel.tunables.empty()) {
    return fail(ErrorKind::input, fmt::format("{} has nothing to tune", file),
                "a [tunables] section in its first comment lists what may change");
  }
  if (options.evaluator.asked()) {
    return tune_by_evaluator(options.evaluator,
                             {.file = file,
                              .candidate = kernel,
                              .strategy = options.strategy,
                              .evaluations = options.evaluations,
                              .seed = options.seed,
                              .record = options.record,
                              .json = options.kernel.json},
                             *task, terminal);
  }
  const auto space = kernel::TuningSpace::of(kernel);
  if (!space) {
    return forward(space);
  }
  const auto searcher = kernel::make_searcher(options.strategy, *space);
  if (!searcher) {
    return forward(searcher);
  }
  report::TuneReport report{.task = task->name,
                            .file = file,
                            .backend = kernel.backend,
                            .strategy = options.strategy,
                            .space = space->size(),
                            .preset = preset(kernel),
                            .simulated = !options.simulate.empty()};
  OpenedTask opened;
  if (report.simulated) {
    auto found = simulated(options, *space, **searcher);
    if (!found) {
      return forward(found);
    }
    report.found = *std::move(found);
  } else {
    auto open = open_task(*task, *settings);
    if (!open) {
      return forward(open);
    }
    opened = *std::move(open);
    kernel::KernelCost cost(*opened.cases, kernel, *settings);
    std::vector<kernel::T4Result> results;
    auto found = measured(options, *space, **searcher, cost, terminal, results);
    if (!found) {
      return forward(found);
    }
    report.found = *std::move(found);
    if (!options.record.empty()) {
      if (const auto written = write_file(options.record, kernel::t4_text(results)); !written) {
        return forward(written);
      }
    }
  }
  for (const kernel::Trial& trial : report.found.trials) {
    report.configurations.push_back(space->tuning(trial.configuration));
  }
  if (report.found.best) {
    report.best = space->tuning(report.found.best->configuration);
    if (!report.simulated && *report.best != report.preset) {
      if (const auto confirmed = confirm(options, opened, kernel, *settings, report); !confirmed) {
        return forward(confirmed);
      }
    }
  }
  const auto written = write_out(terminal, options.kernel.json ? report::document_text(report::to_json(report))
                                                               : report::to_text(report));
  if (!written) {
    return forward(written);
  }
  return report.best ? 0 : 1;
}

} // namespace

void add_kernel_tune(CLI::App& kernel, Commands& commands) {
  CLI::App& app =
      commands.add(kernel, "tune", "find the best values of a kernel's tunables",
                   "  mapwright kernel tune transpose\n"
                   "  mapwright kernel tune gemm mine.cl --evaluations 30 --record times.json\n"
                   "  mapwright kernel tune gemm mine.cl --simulate times.json --strategy model\n"
                   "  mapwright kernel tune gemm mine.hip --evaluator 'ssh gpu ./evaluate'\n"
                   "The best is then raced against the presets, also on shapes that the search has not seen.\n"
                   "Exit code 1: no configuration is valid.");
  auto options = std::make_shared<KernelTuneOptions>();
  app.add_option("TASK", options->task, "a name of `mapwright kernel list`, or a task's folder")
      ->required()
      ->type_name("");
  app.add_option("FILE", options->file, "the kernel (default: the first starting kernel with tunables)")->type_name("");
  app.add_option("--strategy", options->strategy, fmt::format("one of {}", fmt::join(kernel::strategy_names(), ", ")))
      ->type_name("NAME")
      ->capture_default_str();
  app.add_option("--evaluations", options->evaluations, "most configurations to be tried")
      ->type_name("COUNT")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  app.add_option("--seed", options->seed, "of the search")->type_name("NUMBER")->capture_default_str();
  app.add_option("--seconds", options->seconds, "most time for one shape of the last race")
      ->type_name("TIME")
      ->check(CLI::Range(0.1, 3600.0))
      ->capture_default_str();
  app.add_option("--record", options->record, "write what was measured there, as T4 JSON")->type_name("FILE");
  CLI::Option* simulate =
      app.add_option("--simulate", options->simulate, "search in recorded times (T4 JSON) instead of measuring")
          ->type_name("FILE");
  declare(app, options->evaluator);
  simulate->excludes(app.get_option("--evaluator"))->excludes(app.get_option("--external"));
  app.add_flag("--no-contention-check", options->no_contention_check, "count runs that other work disturbed");
  declare(app, options->kernel);
  commands.set_action(app, [options](Terminal& terminal) { return tune(*options, terminal); });
}

} // namespace mapwright::cli
