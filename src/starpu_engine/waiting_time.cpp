#include "starpu_engine/waiting_time.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace mapwright::starpu_engine {

Seconds waiting_time() {
  Seconds sum{0};
  std::error_code gone; // a thread may end meanwhile
  for (std::filesystem::directory_iterator thread("/proc/self/task", gone), end; !gone && thread != end;
       thread.increment(gone)) {
    std::ifstream file(thread->path() / "schedstat"); // nanoseconds on a core, nanoseconds waiting, turns
    std::int64_t running = 0;
    std::int64_t waiting = 0;
    if (file >> running >> waiting) {
      sum += std::chrono::nanoseconds(waiting);
    }
  }
  return sum;
}

} // namespace mapwright::starpu_engine
