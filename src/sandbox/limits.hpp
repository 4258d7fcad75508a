// Resource limits of the kernel (setrlimit).
#pragma once

#include "sandbox/policy.hpp"

#include <vector>

#include <sys/resource.h>
#include <sys/types.h>

namespace mapwright::sandbox {

/// One limit as setrlimit takes it.
struct ResourceLimit {
  decltype(RLIMIT_CPU) resource;
  rlimit value;
};

/// The limits of a policy that every process inherits: CPU time, address space, file size, open files, no core file.
std::vector<ResourceLimit> resource_limits(const Policy& policy);

/// The number of processes and threads `user` has now: the kernel counts them all against RLIMIT_NPROC.
unsigned tasks_of(uid_t user);

/// Sets the limits for the calling process; false with errno set. Async-signal-safe: for use after fork.
bool apply(const std::vector<ResourceLimit>& limits) noexcept;

} // namespace mapwright::sandbox
