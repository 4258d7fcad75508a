// Watches a started process until it and its output have ended: wall time, output size, the last kill.
#pragma once

#include "sandbox/outcome.hpp"
#include "sandbox/policy.hpp"
#include "sandbox/spawn.hpp"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include <sys/resource.h>

namespace mapwright::sandbox {

/// What was seen of a process.
struct Observation {
  int wait_status = 0;           ///< as wait4 gives it
  rusage usage{};                ///< of the process and all descendants that were waited for
  Seconds wall{0};               ///< from the call of supervise to its end
  std::string standard_output{}; ///< both cut so that together they do not exceed the policy
  std::string standard_error{};
  std::optional<Ending> killed_for{}; ///< timed_out or output_limit when we killed it
  bool stopped = false;               ///< we killed it because stop was requested
};

/// Reads the output of `child` until it ends, kills it by `kill_all` when a limit of `policy` is passed, and reaps it.
/// `kill_all` must end all processes of the sandbox; it is called at least once, also after a normal end, while the
/// child is not yet reaped, so that its process id still is its own. Soon after `stop` is requested all is killed too.
Observation supervise(Child child, const Policy& policy, const std::function<void()>& kill_all,
                      const std::stop_token& stop = {});

} // namespace mapwright::sandbox
