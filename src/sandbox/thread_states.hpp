// What the threads of another process are doing.
#pragma once

#include <string>

#include <sys/types.h>

namespace mapwright::sandbox {

/// One letter for each thread, as /proc/PID/task/TID/stat gives it: R runs or could run, S sleeps, D waits for a
/// device, T is stopped, Z has ended. Empty when the process is gone.
std::string thread_states(pid_t process);

} // namespace mapwright::sandbox
