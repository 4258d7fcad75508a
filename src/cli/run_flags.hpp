// The options of `run` that change what the problem file says.
#pragma once

#include "cli/problem_record.hpp"

#include <CLI/CLI.hpp>

namespace mapwright::cli {

/// Declares --model, --budget, --seed, --parallel, --fallback.
void declare(CLI::App& app, RunFlags& flags);

} // namespace mapwright::cli
