// How long others kept the workers of this process from running.
#pragma once

#include "core/units.hpp"

namespace mapwright::starpu_engine {

/// Times of the threads of this process, from the kernel's statistics of its scheduler; zero where there are none. Only
/// differences mean something.
struct ThreadTimes {
  Seconds caller_running{0}; ///< the calling thread had a core
  Seconds others_waiting{0}; ///< all other threads together were ready to run and had none
};

ThreadTimes thread_times();

/// How long the other threads waited for somebody else than the caller, at least: whoever submits tasks takes a core
/// that a worker may want, which belongs to the run, and its own turn may come late without harm.
Seconds delay_between(const ThreadTimes& before, const ThreadTimes& after);

/// Whether a run of `wall` with this delay says little: more than a twentieth, and more than waking threads takes.
bool is_disturbed(Seconds delay, Seconds wall);

} // namespace mapwright::starpu_engine
