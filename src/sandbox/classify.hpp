// From what was seen of a process to how it ended.
#pragma once

#include "sandbox/outcome.hpp"
#include "sandbox/policy.hpp"
#include "sandbox/supervise.hpp"

#include <string>
#include <string_view>

namespace mapwright::sandbox {

/// How a process ended by itself: with a code, or by a signal.
struct End {
  int code = 0;
  int signal = 0; ///< 0: it exited

  /// From a status of wait4.
  static End of_wait(int wait_status);
  /// From an exit code in the manner of a shell, in which 128 + N stands for signal N.
  static End of_shell(int code);
};

/// The outcome. What we killed it for comes first, then what the kernel killed it for, then what it said itself.
Outcome classify(const Observation& seen, End end, const Policy& policy, Level level);

/// The first line of `text`, without its end.
std::string first_line(std::string_view text);

} // namespace mapwright::sandbox
