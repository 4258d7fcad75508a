// Asks installed programs for their version, all at the same time.
#pragma once

#include "core/units.hpp"

#include <span>
#include <string>
#include <vector>

namespace mapwright::report {

/// Which program, and how to know the line that says its version.
struct CommandQuestion {
  std::string name;      ///< looked up in PATH
  std::string line_with; ///< the first line of its output that holds this
};

/// What it said.
struct CommandAnswer {
  std::string path;    ///< empty: not installed
  std::string version; ///< the line; empty: not installed, no answer in time, or no such line
};

/// Runs every program with --version, each for at most `patience`. Answers in the order of the questions.
std::vector<CommandAnswer> ask_versions(std::span<const CommandQuestion> questions, Seconds patience);

} // namespace mapwright::report
