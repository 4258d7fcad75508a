// The command line as a function: arguments in, exit code out.
#pragma once

#include "cli/terminal.hpp"

#include <span>
#include <string>

namespace mapwright::cli {

/// Runs `mapwright ARGUMENTS` (without the name of the program) and returns the exit code of docs/cli.md. Never throws.
int run(std::span<const std::string> arguments, Terminal& terminal);

} // namespace mapwright::cli
