// The last part of `mapwright kernel tune`: whether what the search found is really better than the presets.
#include "cli/kernel_tune.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

constexpr std::size_t most_finalists = 3; ///< by time alone: the best are often too close for the search's few samples
constexpr std::size_t most_of_front = 6;

/// What is raced: the front, and with one objective those next to it. Never the presets themselves.
std::vector<kernel::Tuning> finalists(const kernel::TuningSpace& space, const report::TuneReport& report) {
  std::vector<kernel::ScoredTrial> left = report.found.trials;
  const bool one_objective = report.objectives.size() == 1;
  const std::size_t most = one_objective ? most_finalists : most_of_front;
  std::vector<kernel::Tuning> found;
  for (bool more = true; more && found.size() < most;) {
    const auto front = kernel::front_of(left);
    for (const std::size_t i : front) {
      kernel::Tuning tuning = space.tuning(left[i].configuration);
      if (tuning != report.preset && found.size() < most) {
        found.push_back(std::move(tuning));
      }
      left[i].scores.reset();
    }
    more = one_objective && !front.empty();
  }
  return found;
}

/// The finalist to keep: of those that are faster the fastest, by the race. With energy alone: that needs least.
std::optional<std::size_t> winner(const report::TuneReport& report) {
  std::optional<std::size_t> best;
  const bool by_energy = report.objectives.front() == "energy";
  const auto ratio = [&](std::size_t i) { return by_energy ? report.energy[i].ratio : report.race->results[i].ratio; };
  for (std::size_t i = 0; i < report.race->results.size(); ++i) {
    const bool flawed = report.race->results[i].flaw || (by_energy && report.energy[i].flaw);
    if (!flawed && (!best || ratio(i) < ratio(*best))) {
      best = i;
    }
  }
  return best;
}

Result<void> race_energies(TuneSubject& subject, const Entrant& preset, std::span<const Entrant> entrants,
                           report::TuneReport& report) {
  std::vector<kernel::Racer> racers;
  for (const Entrant& entrant : entrants) {
    racers.push_back({entrant.name, entrant.runner.get()});
  }
  auto raced = kernel::race_energy(*subject.opened.cases, {preset.name, preset.runner.get()}, racers,
                                   kernel::Use::benchmark, *subject.meter, {.seed = kernel::fresh_secret()});
  if (!raced) {
    return forward(raced);
  }
  report.energy = *std::move(raced);
  report.meter = subject.meter->method();
  return {};
}

} // namespace

Result<void> race_found(TuneSubject& subject, const kernel::TuningSpace& space, report::TuneReport& report) {
  const std::vector<kernel::Tuning> tunings = finalists(space, report);
  if (tunings.empty()) {
    return {};
  }
  const kernel::Task& task = *subject.opened.task;
  const auto preset = enter(fmt::format("preset {}", report::tuning_text(report.preset)), task, subject.candidate,
                            report.preset, subject.settings);
  if (!preset) {
    return forward(preset);
  }
  std::vector<Entrant> entrants;
  for (const kernel::Tuning& tuning : tunings) {
    auto entered = enter(report::tuning_text(tuning), task, subject.candidate, tuning, subject.settings);
    if (!entered) {
      return forward(entered);
    }
    entrants.push_back(*std::move(entered));
  }
  const auto run = [&](kernel::Use use, std::span<const Entrant> challengers,
                       std::optional<report::KernelBenchReport>& race) -> Result<void> {
    auto raced = run_race(subject.opened, *preset, challengers,
                          {.use = use,
                           .no_contention_check = subject.options.no_contention_check,
                           .seconds = subject.options.seconds,
                           .first_case = kernel::TimingRule{}.pool},
                          subject.settings);
    if (!raced) {
      return forward(raced);
    }
    race = *std::move(raced);
    return {};
  };
  if (const auto raced = run(kernel::Use::benchmark, entrants, report.race); !raced) {
    return raced;
  }
  if (subject.meter) {
    if (const auto raced = race_energies(subject, *preset, entrants, report); !raced) {
      return raced;
    }
  }
  const auto best = winner(report);
  if (!best) {
    report.best = report.preset;
    return {};
  }
  report.best = tunings[*best];
  report.winner = *best;
  return run(kernel::Use::held_out, std::span(entrants).subspan(*best, 1), report.held_out);
}

} // namespace mapwright::cli
