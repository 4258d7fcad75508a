#include "kernel/selftest/selftest.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace mapwright::kernel {

namespace {

constexpr std::array all_uses{Use::test, Use::benchmark, Use::held_out};
constexpr std::array test_use{Use::test};

/// A mutant that never returns is not waited for longer than this.
constexpr Seconds endless_time{2};

/// A slow mutant computes five times as long: few pairs tell, and an interval as wide as a factor of 1.6.
constexpr measure::StopRule slow_stop{
    .min_pairs = 12, .max_pairs = 60, .time_cap = Seconds(10), .ci_width = 0.5, .max_dropped = 400};

/// A race that a busy machine left undecided says nothing about the task: it is run again, each time for longer.
constexpr int most_slow_races = 4;

/// Whether the task has exact inputs and the kernel is right for all of them at the test shapes.
Result<bool> right_where_exact(Cases& cases, Runner& runner) {
  bool any = false;
  const Task& task = cases.task();
  for (const Shape& shape : task.shapes) {
    for (std::size_t scenario = 0; scenario < task.scenarios.size(); ++scenario) {
      if (shape.use != Use::test || !task.scenarios[scenario].exact) {
        continue;
      }
      const auto expected = cases.at(shape, scenario, 0);
      const auto result = expected ? runner.call((*expected)->inputs) : forward(expected);
      if (!result) {
        return forward(result);
      }
      if (!judge_call(task, **expected, *result).valid()) {
        return false;
      }
      any = true;
    }
  }
  return any;
}

/// A mutant that takes part in a race.
Result<SelftestRow> race_slow(Cases& cases, Runner& start, Runner& mutant, measure::Clock& clock) {
  SelftestRow row{.mutation = Mutation::slow};
  RaceRule rule{.stop = slow_stop, .most_shapes = 1};
  rule.timing.keep_disturbed = true;
  const std::array challengers{Racer{"slow", &mutant}};
  for (int attempt = 1;; ++attempt) {
    rule.stop.max_pairs = attempt * slow_stop.max_pairs;
    rule.stop.time_cap = attempt * slow_stop.time_cap;
    const auto raced = race(cases, {"start", &start}, challengers, Use::benchmark, clock, nullptr, rule);
    if (!raced) {
      return forward(raced);
    }
    const RaceResult& result = raced->front();
    if (!result.flaw && result.verdict == SpeedVerdict::unclear && attempt < most_slow_races) {
      continue;
    }
    row.speed = result.verdict;
    row.caught = !result.flaw && result.verdict == SpeedVerdict::slower;
    row.evidence = result.flaw ? result.flaw->evidence
                               : fmt::format("{:.3g} times the time of the kernel it was made of", result.ratio);
    return row;
  }
}

Result<SelftestRow> judge_mutant(Cases& cases, const KernelCandidate& kernel, Runner& start, Mutation mutation,
                                 RunnerSettings settings, measure::Clock& clock) {
  SelftestRow row{.mutation = mutation};
  const Mutant mutant = mutate(cases.task(), kernel, mutation);
  if (!mutant.candidate) {
    row.why_not = mutant.why_not;
    return row;
  }
  if (mutation == Mutation::endless) {
    settings.call_time = std::min(settings.call_time, endless_time);
  }
  auto built = build(cases.task(), *mutant.candidate, preset(*mutant.candidate), settings);
  if (!built) {
    return forward(built);
  }
  if (built->status == RunStatus::not_compiled) {
    return fail(ErrorKind::internal,
                fmt::format("the mutant '{}' does not compile: {}", to_string(mutation), built->log));
  }
  if (built->status != RunStatus::done) {
    row.seen = fault_of(built->status);
    row.caught = true;
    row.evidence = built->log;
    return row;
  }
  if (mutation == Mutation::slow) {
    return race_slow(cases, start, *built->runner, clock);
  }
  const auto found = check_validity(cases, *built->runner, test_use, 1, mutation == Mutation::stale ? 2 : 1);
  if (!found) {
    return forward(found);
  }
  row.seen = found->fault;
  row.evidence = found->evidence;
  row.caught = mutation == Mutation::endless ? found->fault == Fault::timed_out
               : mutation == Mutation::crash ? found->fault == Fault::crashed
                                             : found->fault == Fault::wrong_output;
  return row;
}

} // namespace

bool SelftestReport::passed() const {
  return start.valid() && std::all_of(rows.begin(), rows.end(),
                                      [](const SelftestRow& row) { return row.caught || !row.why_not.empty(); });
}

Result<SelftestReport> selftest(Cases& cases, Backend backend, const RunnerSettings& settings, measure::Clock& clock) {
  const Task& task = cases.task();
  const auto file = task.starts.find(backend);
  if (file == task.starts.end()) {
    return fail(ErrorKind::input,
                fmt::format("task '{}' has no starting kernel for {}", task.name, to_string(backend)));
  }
  const auto kernel = read_candidate(task, file->second);
  if (!kernel) {
    return forward(kernel);
  }
  auto built = build(task, *kernel, preset(*kernel), settings);
  if (!built) {
    return forward(built);
  }
  SelftestReport report{.backend = backend};
  if (built->status != RunStatus::done) {
    report.start.fault = fault_of(built->status);
    report.start.evidence = built->log;
    return report;
  }
  auto valid = check_validity(cases, *built->runner, all_uses, 1);
  if (!valid) {
    return forward(valid);
  }
  report.start = *std::move(valid);
  if (report.start.fault == Fault::wrong_output) {
    const auto exact = right_where_exact(cases, *built->runner);
    if (!exact) {
      return forward(exact);
    }
    if (*exact) {
      return tl::unexpected<Error>(error_at_tolerance(
          task, fmt::format("{} does not meet this tolerance, though it is right wherever inputs are exact: {}, {}",
                            file->second.filename().string(), report.start.where, report.start.evidence)));
    }
  }
  if (!report.start.valid()) {
    return report;
  }
  for (const Mutation mutation : all_mutations()) {
    auto row = judge_mutant(cases, *kernel, *built->runner, mutation, settings, clock);
    if (!row) {
      return forward(row);
    }
    report.rows.push_back(*std::move(row));
  }
  return report;
}

} // namespace mapwright::kernel
