// Further confinement of a process that already runs in the sandbox, taken on by itself before it calls code it does
// not trust: what a computation never needs.
#pragma once

#include "core/error.hpp"

namespace mapwright::sandbox {

/// For a process that only computes from now on. Killed: new processes, execution of programs. Fails: opening files for
/// writing, changing directories and names, sockets, timers that send signals, signals to other processes, memory that
/// is shared under a name. Threads may be made. Must be called while the process has one thread.
/// Where the kernel has Landlock, files outside /proc, /sys and /dev cannot be opened for reading either: libraries
/// that will be needed must be there already. Returns whether it has. Machine error when the filter cannot be
/// installed.
Result<bool> confine_to_computing();

/// For a process with a run-time compiler that starts its linker: no further thread, and no process that shares our
/// memory and runs beside us. Holds for all threads there are.
Result<void> confine_to_present_threads();

} // namespace mapwright::sandbox
