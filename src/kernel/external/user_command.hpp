// A program of the user's own, run as asked: an evaluator, or a command that is timed.
//
// It is trusted as whatever the user types at a prompt: it is not contained. It is started without a shell, in a
// process group of its own that is killed as a whole when the time is over, the output is too large or a stop is
// requested.
#pragma once

#include "core/error.hpp"
#include "core/units.hpp"
#include "measure/contention.hpp"

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mapwright::kernel {

/// What is run.
struct UserCommand {
  std::vector<std::string> argv; ///< at least one word
  std::string executable;        ///< path of the program
  std::string text{};            ///< as the user wrote it, for reports
};

/// The words of `text`, split as a shell does it but without variables, patterns, pipes or redirections. A first word
/// with a slash is looked for in `folder` (empty: the present one), another one in PATH.
/// Input error: no word, an open quote, no such file. Machine error: no such program in PATH.
Result<UserCommand> parse_user_command(const std::string& text, const std::string& folder = {});

/// What one run may use and sees.
struct RunRule {
  Seconds time{600};                                              ///< wall time
  Bytes output = mebibytes(16);                                   ///< standard output and standard error together
  std::vector<std::pair<std::string, std::string>> environment{}; ///< set besides the user's own environment
};

/// How a run ended.
enum class RunEnd : std::uint8_t { exited, signalled, timed_out, output_limit, not_executed, stopped };

/// One run.
struct CommandRun {
  RunEnd end = RunEnd::exited;
  int code = 0; ///< the exit code; signalled: the signal; not_executed: errno
  std::string standard_output{};
  std::string standard_error{};
  Seconds wall{0};                             ///< from just before its start to its end
  measure::Taint taint = measure::Taint::none; ///< whether other work disturbed it, as far as can be seen from outside

  [[nodiscard]] bool succeeded() const { return end == RunEnd::exited && code == 0; }
};

/// Runs it once with `input` as its standard input, in the present folder. Machine error: no process can be started.
Result<CommandRun> run_command(const UserCommand& command, std::string_view input, const RunRule& rule,
                               const std::stop_token& stop = {});

/// Why a run did not succeed: "ended with exit code 3: cannot open data.bin", with the last lines of its standard
/// error. REQUIRES: !run.succeeded().
std::string failure_text(const CommandRun& run, const RunRule& rule);

/// Thread libraries get `threads` threads, as kernels do in the judge; 0: as many as there are cores.
std::vector<std::pair<std::string, std::string>> thread_environment(unsigned threads);

/// At most `most` bytes of a text as one line: control characters become spaces, what is cut "...".
std::string one_line(std::string_view text, std::size_t most);

} // namespace mapwright::kernel
