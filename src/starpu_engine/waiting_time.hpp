// How long the threads of this process waited for a core.
#pragma once

#include "core/units.hpp"

namespace mapwright::starpu_engine {

/// Time in which threads of this process were ready to run and did not, all of them together, from the kernel's
/// statistics of its scheduler; zero where there are none. Only differences mean something.
Seconds waiting_time();

} // namespace mapwright::starpu_engine
