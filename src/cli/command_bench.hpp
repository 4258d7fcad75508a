// `kernel bench --command`: whole programs against each other.
#pragma once

#include "cli/terminal.hpp"
#include "core/units.hpp"

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace mapwright::cli {

/// As typed.
struct CommandBenchOptions {
  std::vector<std::string> commands{};
  std::string time_from{};
  bool check_output = false;
  bool csv = false;
};

/// What other options of `kernel bench` say about it.
struct CommandBenchSetting {
  Seconds seconds{60};  ///< most time for the comparison
  Seconds timeout{600}; ///< most time for one run
  unsigned threads = 0; ///< 0: all cores
  bool keep_disturbed = false;
  bool json = false;
};

/// Declares --command, --time-from, --check-output and --csv. They exclude `others`, which are about kernels.
void declare(CLI::App& app, CommandBenchOptions& options, const std::vector<CLI::Option*>& others);

/// Times the commands against the first. Exit code 1: one failed, or printed something else.
Result<int> bench_commands(const CommandBenchOptions& options, const CommandBenchSetting& setting, Terminal& terminal);

} // namespace mapwright::cli
