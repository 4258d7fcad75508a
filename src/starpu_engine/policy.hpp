// The scheduling policy of the engine: tasks go where their plan says.
#pragma once

#include <cstdint>

struct starpu_sched_policy;

namespace mapwright::starpu_engine {

/// What the policy reads from starpu_task::sched_data.
struct Destination {
  int worker = 0;
  std::int32_t priority = 0; ///< of the tasks that wait for a worker the highest goes first
  std::uint32_t order = 0;   ///< among those the least
};

/// Whether workers without a task leave their core for a moment before they ask again.
void pause_when_idle(bool pause);

/// One for the process.
starpu_sched_policy* placing_policy();

} // namespace mapwright::starpu_engine
