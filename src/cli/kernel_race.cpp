#include "cli/kernel_race.hpp"

#include "measure/clock.hpp"
#include "measure/machine.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::cli {

Result<Entrant> enter(const std::string& name, const kernel::Task& task, const kernel::KernelCandidate& candidate,
                      const kernel::Tuning& tuning, const kernel::RunnerSettings& settings) {
  auto built = kernel::build(task, candidate, tuning, settings);
  if (!built) {
    return forward(built);
  }
  if (built->status != kernel::RunStatus::done) {
    return fail(ErrorKind::input,
                fmt::format("{} cannot take part ({}): {}", name, to_string(built->status), built->log),
                "`mapwright kernel check` tells more");
  }
  return Entrant{name, candidate.backend, std::move(built->runner)};
}

Result<report::KernelBenchReport> run_race(OpenedTask& opened, const Entrant& baseline,
                                           std::span<const Entrant> challengers, const RaceOptions& options,
                                           const kernel::RunnerSettings& settings) {
  const kernel::Task& task = *opened.task;
  kernel::RaceRule rule;
  rule.stop.time_cap = Seconds(options.seconds);
  rule.timing.caches = options.cold ? kernel::CacheState::cold : kernel::CacheState::hot;
  rule.timing.keep_disturbed = options.no_contention_check;
  rule.seed = kernel::fresh_secret();
  rule.first_case = options.first_case;
  report::KernelBenchReport report{.task = task.name,
                                   .baseline = baseline.name,
                                   .use = options.use,
                                   .caches = rule.timing.caches,
                                   .confidence = rule.confidence,
                                   .equivalence = rule.equivalence,
                                   .disturbed_count = options.no_contention_check,
                                   .level = baseline.runner->level(),
                                   .machine = measure::describe_machine().summary()};
  std::vector<kernel::Racer> racers;
  for (const Entrant& challenger : challengers) {
    racers.push_back({challenger.name, challenger.runner.get()});
  }
  // Kernels of one back end have one floor; kernels of several would need one for each.
  const kernel::Backend backend = challengers.empty() ? baseline.backend : challengers.front().backend;
  const bool alike = std::all_of(challengers.begin(), challengers.end(),
                                 [backend](const Entrant& entrant) { return entrant.backend == backend; });
  kernel::Floor floor = floor_of(backend, settings);
  measure::SteadyClock clock;
  auto results = race(*opened.cases, {baseline.name, baseline.runner.get()}, racers, report.use, clock,
                      alike ? &floor : nullptr, rule);
  if (!results) {
    return forward(results);
  }
  report.results = *std::move(results);
  for (const kernel::Shape& shape : task.shapes) {
    if (shape.use == report.use) {
      report.shapes.push_back(describe(task, shape));
    }
  }
  return report;
}

} // namespace mapwright::cli
