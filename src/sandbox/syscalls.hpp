// The system call filter (seccomp, through libseccomp).
#pragma once

#include "core/error.hpp"

#include <string>
#include <vector>

#include <linux/filter.h>

namespace mapwright::sandbox {

/// The filter as the kernel takes it.
using FilterProgram = std::vector<sock_filter>;

/// A filter that allows everything except
/// - what only an attack does (tracing, foreign memory, kernel modules, mounts, key rings ...): kills, SIGSYS;
/// - what ordinary programs try and can do without (performance counters, io_uring, new namespaces, leaving the process
///   group, sockets that are not local unless `network`): fails with EPERM or ENOSYS.
/// System calls of another ABI kill. Machine error when libseccomp cannot build it.
Result<FilterProgram> make_filter(bool network);

/// The version of libseccomp, "2.5.4".
std::string filter_library_version();

/// Gives up privileges for good and installs `program` in the calling process; false with errno set.
/// Async-signal-safe: for use after fork.
bool install(const FilterProgram& program) noexcept;

} // namespace mapwright::sandbox
