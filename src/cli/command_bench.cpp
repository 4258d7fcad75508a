#include "cli/command_bench.hpp"

#include "cli/interrupt.hpp"
#include "cli/options.hpp"
#include "kernel/judge/cases.hpp"
#include "measure/machine.hpp"
#include "report/command_report.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

/// How long the name before '=' is; npos when the text begins with none.
std::size_t name_length(const std::string& text) {
  const auto stops = [](unsigned char c) {
    return std::isalnum(c) == 0 && c != '_' && c != '-' && c != '.' && c != '+';
  };
  const auto end = std::find_if(text.begin(), text.end(), stops);
  const bool named = end != text.begin() && end != text.end() && *end == '=';
  return named ? static_cast<std::size_t>(end - text.begin()) : std::string::npos;
}

/// "NAME=CMD", or "CMD", which is its own name.
Result<kernel::Contestant> parse_contestant(const std::string& text) {
  const std::size_t length = name_length(text);
  const bool named = length != std::string::npos;
  auto command = kernel::parse_user_command(named ? text.substr(length + 1) : text);
  if (!command) {
    Error error = command.error();
    if (named) {
      error.hint += fmt::format("{}'{}' is the command's name; a variable is set by `env {}=...`",
                                error.hint.empty() ? "" : "; ", text.substr(0, length), text.substr(0, length));
    }
    return tl::unexpected<Error>(std::move(error));
  }
  return kernel::Contestant{named ? text.substr(0, length) : text, *std::move(command)};
}

Result<std::vector<kernel::Contestant>> parse_contestants(const std::vector<std::string>& texts) {
  if (texts.size() < 2) {
    return fail(ErrorKind::input, "one command alone cannot be compared",
                "give --command twice or more; the first is the baseline");
  }
  std::vector<kernel::Contestant> contestants;
  std::set<std::string> names;
  for (const std::string& text : texts) {
    auto contestant = parse_contestant(text);
    if (!contestant) {
      return forward(contestant);
    }
    if (!names.insert(contestant->name).second) {
      return fail(ErrorKind::input, fmt::format("two commands are called '{}'", contestant->name),
                  "give them names: --command 'NAME=CMD'");
    }
    contestants.push_back(*std::move(contestant));
  }
  return contestants;
}

} // namespace

void declare(CLI::App& app, CommandBenchOptions& options, const std::vector<CLI::Option*>& others) {
  CLI::Option* command =
      add_repeated(app, "--command", options.commands, "a program to be timed; the first is the baseline")
          ->type_name("[NAME=]CMD");
  app.add_option("--time-from", options.time_from, "the time that a program prints: a regular expression with a group")
      ->type_name("REGEX")
      ->needs(command);
  app.add_flag("--check-output", options.check_output, "what commands print must be the same")->needs(command);
  app.add_flag("--csv", options.csv, "all pairs of times of commands")->needs(command);
  for (CLI::Option* other : others) {
    command->excludes(other);
  }
}

Result<int> bench_commands(const CommandBenchOptions& options, const CommandBenchSetting& setting, Terminal& terminal) {
  if (options.csv && setting.json) {
    return fail(ErrorKind::input, "--csv and --json exclude each other");
  }
  auto contestants = parse_contestants(options.commands);
  if (!contestants) {
    return forward(contestants);
  }
  kernel::CommandRaceRule rule;
  rule.stop.time_cap = setting.seconds;
  rule.run.time = setting.timeout;
  rule.run.environment = kernel::thread_environment(setting.threads);
  rule.check_output = options.check_output;
  rule.keep_disturbed = setting.keep_disturbed;
  rule.seed = kernel::fresh_secret();
  if (!options.time_from.empty()) {
    auto printed = kernel::PrintedTime::parse(options.time_from);
    if (!printed) {
      return forward(printed);
    }
    rule.printed = *std::move(printed);
  }
  report::CommandBenchReport report{.baseline = contestants->front(),
                                    .challengers = {contestants->begin() + 1, contestants->end()},
                                    .time_from = options.time_from,
                                    .outputs_compared = options.check_output,
                                    .disturbed_count = setting.keep_disturbed,
                                    .confidence = rule.confidence,
                                    .equivalence = rule.equivalence,
                                    .machine = measure::describe_machine().summary()};
  measure::SteadyClock clock;
  const Interrupt interrupt;
  auto results = kernel::race_commands(report.baseline, report.challengers, clock, rule, interrupt.token());
  if (!results) {
    return forward(results);
  }
  report.results = *std::move(results);
  const auto written = write_out(terminal, setting.json  ? report::document_text(report::to_json(report))
                                           : options.csv ? report::to_csv(report)
                                                         : report::to_text(report));
  if (!written) {
    return forward(written);
  }
  const bool flawed = std::any_of(report.results.begin(), report.results.end(),
                                  [](const kernel::CommandResult& result) { return !result.flaw.empty(); });
  return flawed ? 1 : 0;
}

} // namespace mapwright::cli
