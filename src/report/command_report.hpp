// What a comparison of whole programs found, for people and for programs.
#pragma once

#include "kernel/external/command_race.hpp"
#include "report/json.hpp"

#include <string>
#include <vector>

namespace mapwright::report {

/// A race of programs with what is needed to believe it.
struct CommandBenchReport {
  kernel::Contestant baseline;
  std::vector<kernel::Contestant> challengers{};
  std::vector<kernel::CommandResult> results{}; ///< in the order of the challengers
  std::string time_from{};                      ///< the regular expression; empty: wall time
  bool outputs_compared = false;
  bool disturbed_count = false;
  double confidence = 0;
  double equivalence = 0;
  std::string machine;
};

Json to_json(const CommandBenchReport& report);
std::string to_text(const CommandBenchReport& report);
/// One line for each pair that counts: both names, its number, both times; with a header.
std::string to_csv(const CommandBenchReport& report);

} // namespace mapwright::report
