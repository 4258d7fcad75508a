// What workers may do, see and use.
#pragma once

#include "kernel/judge/runner.hpp"
#include "kernel/task/task.hpp"
#include "sandbox/policy.hpp"

namespace mapwright::kernel {

/// Threads a candidate gets: RunnerSettings::threads, or all cores this process may use.
unsigned threads_of(const RunnerSettings& settings);

/// The policy of a worker for this back end; device back ends still need a scratch directory of their own.
/// The thread environment is fixed: the same number of threads each time, which sleep while they wait, since threads
/// that spin fall off a cliff beside any other work; they are bound to cores only when there is one for each.
sandbox::Policy worker_policy(Backend backend, const RunnerSettings& settings);

} // namespace mapwright::kernel
