// mapwright kernel tune TASK [FILE]
#include "cli/command.hpp"
#include "cli/evaluator_tune.hpp"
#include "cli/kernel_tune.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::cli {

namespace {

/// The file named, or the first starting kernel of the chosen back ends that has something to tune.
Result<std::pair<std::string, kernel::KernelCandidate>> candidate_of(const TuneOptions& options,
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

/// Fills in what the search found.
Result<void> search(TuneSubject& subject, const kernel::Task& task, const kernel::TuningSpace& space,
                    Terminal& terminal, report::TuneReport& report) {
  const TuneOptions& options = subject.options;
  const auto known =
      kernel::make_searcher(options.strategy, space); // an unknown name is refused before anything is run
  if (!known) {
    return forward(known);
  }
  if (!report.simulated) {
    if (std::find(options.objectives.begin(), options.objectives.end(), "energy") != options.objectives.end()) {
      auto meter = meter_for(options, subject.candidate.backend);
      if (!meter) {
        return forward(meter);
      }
      subject.meter = *std::move(meter);
    }
    auto opened = open_task(task, subject.settings);
    if (!opened) {
      return forward(opened);
    }
    subject.opened = *std::move(opened);
  }
  auto found = report.simulated ? search_recorded(options, space) : search_measured(subject, space, terminal);
  if (!found) {
    return forward(found);
  }
  report.found = *std::move(found);
  for (const kernel::ScoredTrial& trial : report.found.trials) {
    report.configurations.push_back(space.tuning(trial.configuration));
  }
  if (!report.found.front.empty()) {
    report.best = report.configurations.at(report.found.front.front());
  }
  return {};
}

Result<int> tune(const TuneOptions& options, Terminal& terminal) {
  if (const auto sound = check(options); !sound) {
    return forward(sound);
  }
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
  report::TuneReport report{.task = task->name,
                            .file = file,
                            .backend = kernel.backend,
                            .strategy = options.strategy,
                            .objectives = options.objectives,
                            .space = space->size(),
                            .preset = preset(kernel),
                            .simulated = !options.simulate.empty()};
  TuneSubject subject{.options = options, .candidate = kernel, .settings = *settings};
  if (const auto searched = search(subject, *task, *space, terminal, report); !searched) {
    return forward(searched);
  }
  if (!report.simulated && !options.no_race && !report.found.front.empty()) {
    if (const auto raced = race_found(subject, *space, report); !raced) {
      return forward(raced);
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
                   "  mapwright kernel tune gemm mine.cpp --objective time,energy --cache measured.json\n"
                   "The best are then raced against the presets, also on shapes that the search has not seen.\n"
                   "Exit code 1: no configuration is valid.");
  auto options = std::make_shared<TuneOptions>();
  app.add_option("TASK", options->task, "a name of `mapwright kernel list`, or a task's folder")
      ->required()
      ->type_name("");
  app.add_option("FILE", options->file, "the kernel (default: the first starting kernel with tunables)")->type_name("");
  app.add_option("--strategy", options->strategy, fmt::format("one of {}", fmt::join(kernel::strategy_names(), ", ")))
      ->type_name("NAME")
      ->capture_default_str();
  app.add_option("--objective", options->objectives, "what is to be least: time, energy, or time,energy for both")
      ->type_name("NAMES")
      ->delimiter(',')
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
  app.add_option("--cache", options->cache, "take what was measured before from there, and add to it (T4 JSON)")
      ->type_name("FILE");
  CLI::Option* simulate =
      app.add_option("--simulate", options->simulate, "search in recorded times (T4 JSON) instead of measuring")
          ->type_name("FILE");
  declare(app, options->evaluator);
  simulate->excludes(app.get_option("--evaluator"))->excludes(app.get_option("--external"));
  app.add_option("--rapl", options->rapl, "where the energy counters of processors are")
      ->type_name("FOLDER")
      ->capture_default_str();
  app.add_flag("--no-race", options->no_race, "only search, to record a space: the presets are not raced");
  app.add_flag("--no-contention-check", options->no_contention_check, "count runs that other work disturbed");
  declare(app, options->kernel);
  commands.set_action(app, [options](Terminal& terminal) { return tune(*options, terminal); });
}

} // namespace mapwright::cli
