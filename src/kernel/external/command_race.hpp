// Which of these programs is faster? The pairs, intervals and verdicts of kernels (judge/race.hpp), for whole programs
// whose insides nobody checks.
#pragma once

#include "kernel/external/printed_time.hpp"
#include "kernel/external/user_command.hpp"
#include "measure/clock.hpp"
#include "measure/compare.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace mapwright::kernel {

/// A program that takes part.
struct Contestant {
  std::string name;
  UserCommand command;
};

struct CommandRaceRule {
  measure::StopRule stop{.min_pairs = 20, .max_pairs = 120, .time_cap = Seconds(60)};
  double equivalence = 0.02;
  double confidence = 0.998; ///< of all verdicts together
  RunRule run{};
  bool check_output = false;            ///< standard output must be the baseline's, without lines with a printed time
  std::optional<PrintedTime> printed{}; ///< the time it prints counts, instead of its wall time
  bool keep_disturbed = false;          ///< runs that other work disturbed count too
  std::uint64_t seed = 1;
};

/// One challenger.
struct CommandResult {
  std::string name;
  std::string flaw{}; ///< why it is out: "ended with exit code 1: ..."; empty when it is not
  measure::Comparison comparison{};
  Seconds baseline_time{0}; ///< median of the counting runs
  Seconds time{0};          ///< likewise
};

/// Times every challenger against `baseline` in common rounds. A challenger that fails, or prints what it should not,
/// is taken out and the others begin again. Input error: the baseline fails. Error of kind answer_no: `stop` was
/// requested. REQUIRES: at least one challenger.
Result<std::vector<CommandResult>> race_commands(const Contestant& baseline, std::span<const Contestant> challengers,
                                                 measure::Clock& clock, const CommandRaceRule& rule,
                                                 const std::stop_token& stop = {});

} // namespace mapwright::kernel
