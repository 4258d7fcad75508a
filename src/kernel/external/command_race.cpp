#include "kernel/external/command_race.hpp"

#include "kernel/external/lines.hpp"

#include <deque>

#include <fmt/format.h>

namespace mapwright::kernel {

namespace {

/// What every run of the race is compared with: the output of the baseline's first run.
struct FirstOutput {
  std::optional<std::string> text{};
};

/// One program as something that can be timed.
class CommandTimer final : public measure::Timer {
public:
  CommandTimer(const Contestant& contestant, const CommandRaceRule& rule, FirstOutput& first,
               const std::stop_token& stop)
      : contestant_(contestant), rule_(rule), first_(first), stop_(stop) {}

  /// Why it is out; empty while it is not.
  [[nodiscard]] const std::string& flaw() const { return flaw_; }

  Result<measure::Sample> run() override {
    const auto run = run_command(contestant_.command, {}, rule_.run, stop_);
    if (!run) {
      return forward(run);
    }
    if (run->end == RunEnd::stopped) {
      return fail(ErrorKind::answer_no, "the comparison was interrupted before it had an answer");
    }
    if (!run->succeeded()) {
      return out(failure_text(*run, rule_.run));
    }
    if (rule_.check_output) {
      if (const auto difference = difference_of(run->standard_output)) {
        return out("printed something else: " + *difference);
      }
    }
    measure::Sample sample{run->wall, rule_.keep_disturbed ? measure::Taint::none : run->taint};
    if (rule_.printed) {
      const auto printed = rule_.printed->find(run->standard_output);
      if (!printed) {
        return out(printed.error().message);
      }
      sample.duration = *printed;
    }
    return sample;
  }

private:
  tl::unexpected<Error> out(std::string why) {
    flaw_ = std::move(why);
    return fail(ErrorKind::input, flaw_);
  }

  std::optional<std::string> difference_of(const std::string& output) {
    if (!first_.text) {
      first_.text = output;
      return std::nullopt;
    }
    return first_difference(*first_.text, output,
                            [&](std::string_view line) { return rule_.printed && rule_.printed->matches(line); });
  }

  const Contestant& contestant_;
  const CommandRaceRule& rule_;
  FirstOutput& first_;
  const std::stop_token& stop_;
  std::string flaw_{};
};

} // namespace

Result<std::vector<CommandResult>> race_commands(const Contestant& baseline, std::span<const Contestant> challengers,
                                                 measure::Clock& clock, const CommandRaceRule& rule,
                                                 const std::stop_token& stop) {
  std::vector<CommandResult> results;
  for (const Contestant& challenger : challengers) {
    results.push_back({.name = challenger.name});
  }
  const measure::CompareOptions options{.stop = rule.stop,
                                        .warm_up = {.min_runs = 1, .min_time = Seconds(0.1), .max_runs = 3},
                                        .equivalence = rule.equivalence,
                                        .confidence = rule.confidence,
                                        .seed = rule.seed};
  FirstOutput first;
  for (;;) {
    CommandTimer baseline_timer(baseline, rule, first, stop);
    std::deque<CommandTimer> timers;
    std::vector<std::size_t> entered;
    std::vector<measure::Timer*> pointers;
    for (std::size_t i = 0; i < challengers.size(); ++i) {
      if (results[i].flaw.empty()) {
        pointers.push_back(&timers.emplace_back(challengers[i], rule, first, stop));
        entered.push_back(i);
      }
    }
    if (entered.empty()) {
      return results;
    }
    auto compared = measure::compare_all(baseline_timer, pointers, clock, options);
    if (compared) {
      for (std::size_t i = 0; i < entered.size(); ++i) {
        CommandResult& result = results[entered[i]];
        result.comparison = std::move((*compared)[i]);
        result.baseline_time = measure::median_time(result.comparison.baseline_times);
        result.time = measure::median_time(result.comparison.challenger_times);
      }
      return results;
    }
    if (!baseline_timer.flaw().empty()) {
      return fail(ErrorKind::input, fmt::format("the baseline '{}' {}", baseline.name, baseline_timer.flaw()));
    }
    bool taken_out = false;
    for (std::size_t i = 0; i < entered.size(); ++i) {
      results[entered[i]].flaw = timers[i].flaw();
      taken_out = taken_out || !timers[i].flaw().empty();
    }
    if (!taken_out) {
      return forward(compared);
    }
  }
}

} // namespace mapwright::kernel
