#include "sandbox/outcome.hpp"

namespace mapwright::sandbox {

std::string_view to_string(Ending ending) {
  switch (ending) {
  case Ending::exited:
    return "exited";
  case Ending::signalled:
    return "signalled";
  case Ending::timed_out:
    return "timed-out";
  case Ending::cpu_limit:
    return "cpu-limit";
  case Ending::memory_limit:
    return "memory-limit";
  case Ending::output_limit:
    return "output-limit";
  case Ending::blocked_syscall:
    break;
  }
  return "blocked-syscall";
}

} // namespace mapwright::sandbox
