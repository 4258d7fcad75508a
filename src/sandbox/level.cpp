#include "sandbox/level.hpp"

#include "sandbox/contain.hpp"

#include <fmt/format.h>

namespace mapwright::sandbox {
namespace {

/// Why `level` does not work here; empty if it does.
std::string obstacle(Level level) {
  Policy policy;
  policy.wall_time = Seconds(5);
  const Result<Outcome> outcome = contain(level, policy, {"/bin/sh", "-c", "exit 7"}, "");
  if (!outcome) {
    return outcome.error().hint.empty() ? outcome.error().message
                                        : fmt::format("{} ({})", outcome.error().message, outcome.error().hint);
  }
  return outcome->ending == Ending::exited && outcome->code == 7 ? "" : outcome->evidence;
}

} // namespace

std::string_view to_string(Level level) {
  switch (level) {
  case Level::none:
    return "none";
  case Level::rlimits:
    return "rlimits";
  case Level::seccomp:
    return "seccomp";
  case Level::full:
    break;
  }
  return "full";
}

LevelReport detect_level() {
  LevelReport report;
  for (const Level level : {Level::full, Level::seccomp, Level::rlimits}) {
    const std::string problem = obstacle(level);
    if (problem.empty()) {
      report.level = level;
      return report;
    }
    report.missing.push_back(fmt::format("{}: {}", to_string(level), problem));
  }
  return report;
}

} // namespace mapwright::sandbox
