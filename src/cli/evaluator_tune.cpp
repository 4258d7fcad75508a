#include "cli/evaluator_tune.hpp"

#include "cli/evaluator_bench.hpp"
#include "cli/interrupt.hpp"
#include "kernel/external/evaluation_result.hpp"
#include "kernel/tune/front.hpp"
#include "report/text_table.hpp"
#include "report/tune_report.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

/// The search, one evaluation after the other.
Result<kernel::TunedFront> search_by_evaluator(const EvaluatorTuneSetting& setting, const kernel::Task& task,
                                               const kernel::Evaluator& evaluator,
                                               const kernel::KernelCandidate& candidate,
                                               const kernel::TuningSpace& space, Terminal& terminal) {
  const auto shapes = shapes_of(task, kernel::Use::benchmark);
  if (!shapes) {
    return forward(shapes);
  }
  Progress line(terminal);
  const std::map<std::string, std::string> metadata{{"task", task.name}, {"evaluator", evaluator.text()}};
  std::vector<kernel::T4Result> results;
  std::optional<double> best;
  const auto ask = [&](const kernel::Tuning& tuning) -> Result<std::optional<kernel::Scores>> {
    const kernel::Subject subject{report::tuning_text(tuning), candidate, tuning};
    const auto reply = evaluator.evaluate(task, subject, *shapes);
    if (!reply) {
      return forward(reply);
    }
    results.push_back(kernel::to_result(tuning, *reply));
    if (!setting.record.empty()) {
      if (const auto written = write_file(setting.record, kernel::t4_text({metadata, results})); !written) {
        return forward(written);
      }
    }
    const std::optional<double> time = reply->timed() ? std::optional(kernel::cost_of(*reply)) : std::nullopt;
    best = time && (!best || *time < *best) ? time : best;
    line.show(fmt::format("{} of {} evaluations, best {}", results.size(), std::min(setting.evaluations, space.size()),
                          best ? report::duration_text(*best) : "none yet"));
    return time ? std::optional(kernel::Scores{*time}) : std::nullopt;
  };
  measure::Random random(setting.seed);
  return kernel::tune_front(space, setting.strategy, 1, ask, setting.evaluations, random);
}

/// The best configuration against the presets, on both kinds of shapes as far as there are such.
Result<void> confirm_by_evaluator(const EvaluatorOptions& options, const kernel::Task& task,
                                  const kernel::Evaluator& evaluator, const kernel::KernelCandidate& candidate,
                                  report::TuneReport& report, Terminal& terminal) {
  const kernel::Subject preset{"preset " + report::tuning_text(report.preset), candidate, report.preset};
  const std::array best{kernel::Subject{"best " + report::tuning_text(*report.best), candidate, *report.best}};
  for (const auto& [use, race] : {std::pair(kernel::Use::benchmark, &report.external_race),
                                  std::pair(kernel::Use::held_out, &report.external_held_out)}) {
    const bool there_are = std::any_of(task.shapes.begin(), task.shapes.end(),
                                       [use = use](const kernel::Shape& shape) { return shape.use == use; });
    if (!there_are) {
      continue;
    }
    auto raced = run_evaluator_race(options, evaluator, task, preset, best, use, terminal);
    if (!raced) {
      return forward(raced);
    }
    *race = *std::move(raced);
  }
  return {};
}

} // namespace

Result<int> tune_by_evaluator(const EvaluatorOptions& options, const EvaluatorTuneSetting& setting,
                              const kernel::Task& task, Terminal& terminal) {
  const kernel::KernelCandidate& candidate = setting.candidate;
  const auto space = kernel::TuningSpace::of(candidate);
  if (!space) {
    return forward(space);
  }
  const Interrupt interrupt;
  const auto evaluator = make_evaluator(options, task, interrupt.token());
  if (!evaluator) {
    return forward(evaluator);
  }
  report::TuneReport report{.task = task.name,
                            .file = setting.file,
                            .backend = candidate.backend,
                            .strategy = setting.strategy,
                            .space = space->size(),
                            .preset = preset(candidate),
                            .evaluator = evaluator->text()};
  auto found = search_by_evaluator(setting, task, *evaluator, candidate, *space, terminal);
  if (!found) {
    return forward(found);
  }
  report.found = *std::move(found);
  for (const kernel::ScoredTrial& trial : report.found.trials) {
    report.configurations.push_back(space->tuning(trial.configuration));
  }
  if (!report.found.front.empty()) {
    report.best = report.configurations.at(report.found.front.front());
    if (*report.best != report.preset) {
      if (const auto confirmed = confirm_by_evaluator(options, task, *evaluator, candidate, report, terminal);
          !confirmed) {
        return forward(confirmed);
      }
    }
  }
  const auto written =
      write_out(terminal, setting.json ? report::document_text(report::to_json(report)) : report::to_text(report));
  if (!written) {
    return forward(written);
  }
  return report.best ? 0 : 1;
}

} // namespace mapwright::cli
