#include "kernel/external/user_command.hpp"

#include "kernel/judge/worker_policy.hpp"
#include "llm/command_line.hpp"
#include "measure/clock.hpp"
#include "sandbox/namespaces.hpp"
#include "sandbox/spawn.hpp"
#include "sandbox/supervise.hpp"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mapwright::kernel {

namespace {

constexpr std::size_t quoted_error = 400; ///< bytes of standard error in a message
constexpr std::size_t quoted_lines = 5;

/// The user's environment with what the rule sets.
std::vector<std::string> environment_of(const RunRule& rule) {
  std::vector<std::string> result;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const std::string_view name = text.substr(0, text.find('='));
    const bool replaced = std::any_of(rule.environment.begin(), rule.environment.end(),
                                      [&](const auto& set) { return set.first == name; });
    if (!replaced) {
      result.emplace_back(text);
    }
  }
  for (const auto& [name, value] : rule.environment) {
    result.push_back(fmt::format("{}={}", name, value));
  }
  return result;
}

/// What can be seen from outside: the processor time and the preemptions of the program and what it waited for, and the
/// pressure on the machine. How many threads it should keep busy is not known, so a share of time says nothing.
measure::Taint taint_of(const rusage& usage, const measure::UsageSnapshot& before, const measure::UsageSnapshot& after,
                        Seconds wall) {
  const auto seconds = [](const timeval& time) {
    return Seconds(static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec));
  };
  const Seconds cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  const double busy = wall > Seconds::zero() ? cpu / wall : 0;
  const measure::ContentionRule rule{.busy_threads = std::max(1, static_cast<int>(std::lround(std::min(busy, 1e6)))),
                                     .min_cpu_share = 0};
  return measure::assess({.pressure = before.pressure},
                         {.cpu = cpu, .involuntary_switches = usage.ru_nivcsw, .pressure = after.pressure}, wall, rule);
}

/// The last lines of standard error in one.
std::string last_words(const std::string& text) {
  const std::size_t end = text.find_last_not_of(" \t\r\n");
  if (end == std::string::npos) {
    return {};
  }
  std::size_t begin = end + 1;
  for (std::size_t lines = 0; begin > 0 && end + 1 - begin < quoted_error; --begin) {
    if (text[begin - 1] == '\n' && ++lines == quoted_lines) {
      break;
    }
  }
  return (begin > 0 && text[begin - 1] != '\n' ? "..." : "") + one_line(text.substr(begin, end + 1 - begin), SIZE_MAX);
}

} // namespace

std::string one_line(std::string_view text, std::size_t most) {
  std::string line(text.substr(0, most));
  if (line.size() < text.size()) {
    while (!line.empty() && (static_cast<unsigned char>(line.back()) & 0xC0U) == 0x80U) {
      line.pop_back();
    }
    line += "...";
  }
  std::replace_if(
      line.begin(), line.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; }, ' ');
  return line;
}

Result<UserCommand> parse_user_command(const std::string& text, const std::string& folder) {
  auto words = llm::split_command(text);
  if (!words) {
    return fail(ErrorKind::input, words.error().message, "write the program and its arguments in one text");
  }
  UserCommand command{*std::move(words), {}, text};
  const std::string& first = command.argv.front();
  if (first.find('/') == std::string::npos) {
    const char* const path = std::getenv("PATH");
    command.executable = sandbox::find_executable(first, path != nullptr ? path : "/usr/bin:/bin");
    if (command.executable.empty()) {
      return fail(ErrorKind::machine, fmt::format("there is no program '{}' in PATH", first),
                  "install it, or write its path; a program of this folder is ./NAME");
    }
    return command;
  }
  const std::filesystem::path file = std::filesystem::path(folder) / first;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) {
    return fail(ErrorKind::input, fmt::format("there is no program {}", file.string()));
  }
  if (access(file.c_str(), X_OK) != 0) {
    return fail(ErrorKind::input, fmt::format("{} may not be executed", file.string()), "chmod +x makes it a program");
  }
  command.executable = std::filesystem::absolute(file).string();
  return command;
}

Result<CommandRun> run_command(const UserCommand& command, std::string_view input, const RunRule& rule,
                               const std::stop_token& stop) {
  sandbox::Launch launch;
  launch.executable = command.executable;
  launch.argv = command.argv;
  launch.environment = environment_of(rule);
  std::error_code nowhere; // our folder was removed: it starts in /
  launch.directory = std::filesystem::current_path(nowhere).string();
  sandbox::Policy limits;
  limits.wall_time = rule.time;
  limits.output = rule.output;
  measure::SystemUsageProbe probe;
  measure::SteadyClock clock;
  const measure::UsageSnapshot before = probe.snapshot();
  const Seconds begun = clock.now();
  auto child = sandbox::spawn(launch, input);
  if (!child) {
    return forward(child);
  }
  const int exec_error = child->exec_error;
  const pid_t group = child->pid; // it leads a group of its own
  const auto end_group = [group] { kill(-group, SIGKILL); };
  sandbox::Observation seen = sandbox::supervise(*std::move(child), limits, end_group, stop);
  CommandRun run{.standard_output = std::move(seen.standard_output),
                 .standard_error = std::move(seen.standard_error),
                 .wall = clock.now() - begun};
  run.taint = taint_of(seen.usage, before, probe.snapshot(), run.wall);
  if (seen.stopped) {
    run.end = RunEnd::stopped;
  } else if (exec_error != 0) {
    run.end = RunEnd::not_executed;
    run.code = exec_error;
  } else if (seen.killed_for) {
    run.end = *seen.killed_for == sandbox::Ending::timed_out ? RunEnd::timed_out : RunEnd::output_limit;
  } else if (WIFSIGNALED(seen.wait_status)) {
    run.end = RunEnd::signalled;
    run.code = WTERMSIG(seen.wait_status);
  } else {
    run.code = WEXITSTATUS(seen.wait_status);
  }
  return run;
}

std::string failure_text(const CommandRun& run, const RunRule& rule) {
  const auto what = [&]() -> std::string {
    switch (run.end) {
    case RunEnd::exited:
      return fmt::format("ended with exit code {}", run.code);
    case RunEnd::signalled:
      return fmt::format("was ended by signal {} ({})", run.code, strsignal(run.code));
    case RunEnd::timed_out:
      return fmt::format("did not end within {:g} s", rule.time.count());
    case RunEnd::output_limit:
      return fmt::format("wrote more than {} bytes", rule.output.count());
    case RunEnd::not_executed:
      return fmt::format("cannot be executed ({})", std::strerror(run.code));
    case RunEnd::stopped:
      break;
    }
    return "was stopped";
  };
  const std::string words = last_words(run.standard_error);
  return words.empty() ? what() : fmt::format("{}: {}", what(), words);
}

std::vector<std::pair<std::string, std::string>> thread_environment(unsigned threads) {
  RunnerSettings settings;
  settings.threads = threads;
  const sandbox::Policy policy = worker_policy(Backend::opencl, settings);
  std::vector<std::pair<std::string, std::string>> environment;
  for (const auto& [name, value] : policy.environment) {
    if (name.starts_with("OMP_") || name.starts_with("POCL_")) {
      environment.emplace_back(name, value);
    }
  }
  return environment;
}

} // namespace mapwright::kernel
