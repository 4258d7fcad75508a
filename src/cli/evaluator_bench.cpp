#include "cli/evaluator_bench.hpp"

#include "cli/interrupt.hpp"
#include "cli/kernel_options.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

/// The file named as baseline, else the starting kernel for the back end of the first challenger.
Result<kernel::Subject> baseline_subject(const EvaluatorBenchSetting& setting, const kernel::Task& task,
                                         const kernel::Subject& first) {
  if (!setting.baseline.empty()) {
    return read_subject(setting.baseline, task);
  }
  const auto start = task.starts.find(first.candidate.backend);
  if (start == task.starts.end()) {
    return fail(ErrorKind::input,
                fmt::format("task '{}' has no starting kernel for {}", task.name, to_string(first.candidate.backend)),
                "name one with --baseline");
  }
  return read_subject(start->second.string(), task);
}

} // namespace

Result<report::ExternalBenchReport> run_evaluator_race(const EvaluatorOptions& options,
                                                       const kernel::Evaluator& evaluator, const kernel::Task& task,
                                                       const kernel::Subject& baseline,
                                                       std::span<const kernel::Subject> challengers, kernel::Use use,
                                                       Terminal& terminal) {
  const auto shapes = shapes_of(task, use);
  if (!shapes) {
    return forward(shapes);
  }
  const kernel::EvaluatorRaceRule rule = evaluator_race_rule(options);
  report::ExternalBenchReport report{.task = task.name,
                                     .baseline = baseline.name,
                                     .evaluator = evaluator.text(),
                                     .use = use,
                                     .confidence = rule.confidence,
                                     .equivalence = rule.equivalence};
  for (const kernel::Shape& shape : *shapes) {
    report.shapes.push_back(describe(task, shape));
  }
  Progress line(terminal);
  const auto show = [&](std::size_t replies) { line.show(fmt::format("{} replies of the evaluator", replies)); };
  auto race = kernel::race_by_evaluator(task, evaluator, baseline, challengers, *shapes, rule, show);
  if (!race) {
    return forward(race);
  }
  report.race = *std::move(race);
  return report;
}

Result<int> bench_by_evaluator(const EvaluatorOptions& options, const EvaluatorBenchSetting& setting,
                               Terminal& terminal) {
  const auto task = read_named_task(setting.task);
  if (!task) {
    return forward(task);
  }
  std::vector<kernel::Subject> challengers;
  for (const std::string& file : setting.files) {
    auto subject = read_subject(file, *task);
    if (!subject) {
      return forward(subject);
    }
    challengers.push_back(*std::move(subject));
  }
  const auto baseline = baseline_subject(setting, *task, challengers.front());
  if (!baseline) {
    return forward(baseline);
  }
  const Interrupt interrupt;
  const auto evaluator = make_evaluator(options, *task, interrupt.token());
  if (!evaluator) {
    return forward(evaluator);
  }
  const auto report = run_evaluator_race(options, *evaluator, *task, *baseline, challengers,
                                         setting.held_out ? kernel::Use::held_out : kernel::Use::benchmark, terminal);
  if (!report) {
    return forward(report);
  }
  const auto written =
      write_out(terminal, setting.json ? report::document_text(report::to_json(*report)) : report::to_text(*report));
  if (!written) {
    return forward(written);
  }
  const bool flawed = std::any_of(report->race.results.begin(), report->race.results.end(),
                                  [](const kernel::ExternalResult& result) { return result.shapes.empty(); });
  return flawed ? 1 : 0;
}

} // namespace mapwright::cli
