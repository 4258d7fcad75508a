// What another process uses of the processors.
#pragma once

#include "measure/contention.hpp"

#include <sys/types.h>

namespace mapwright::kernel {

/// CPU time of all its threads, those that have ended too; zero when it is gone.
Seconds cpu_time(pid_t process);

/// CPU time and delay of its threads, their involuntary switches where the delay is not known, and the machine's
/// pressure.
measure::UsageSnapshot usage_of(pid_t process);

} // namespace mapwright::kernel
