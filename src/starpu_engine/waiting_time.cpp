#include "starpu_engine/waiting_time.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include <unistd.h>

namespace mapwright::starpu_engine {

ThreadTimes thread_times() {
  ThreadTimes times;
  const std::string caller = std::to_string(gettid());
  std::error_code gone; // a thread may end meanwhile
  for (std::filesystem::directory_iterator thread("/proc/self/task", gone), end; !gone && thread != end;
       thread.increment(gone)) {
    std::ifstream file(thread->path() / "schedstat"); // nanoseconds on a core, nanoseconds waiting, turns
    std::int64_t running = 0;
    std::int64_t waiting = 0;
    if (!(file >> running >> waiting)) {
      continue;
    }
    if (thread->path().filename() == caller) {
      times.caller_running += std::chrono::nanoseconds(running);
    } else {
      times.others_waiting += std::chrono::nanoseconds(waiting);
    }
  }
  return times;
}

Seconds delay_between(const ThreadTimes& before, const ThreadTimes& after) {
  const Seconds waited = after.others_waiting - before.others_waiting;
  const Seconds submitting = after.caller_running - before.caller_running;
  return std::max(Seconds(0), waited - submitting);
}

bool is_disturbed(Seconds delay, Seconds wall) {
  constexpr double most_share = 0.05;
  constexpr Seconds always_forgiven{100e-6};
  return delay > most_share * wall + always_forgiven;
}

} // namespace mapwright::starpu_engine
