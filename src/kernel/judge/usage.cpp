#include "kernel/judge/usage.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <time.h>

namespace mapwright::kernel {
namespace {

namespace fs = std::filesystem;

std::int64_t involuntary_switches(const fs::path& thread) {
  constexpr std::string_view key = "nonvoluntary_ctxt_switches:";
  std::ifstream status(thread / "status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(key)) {
      return std::strtoll(line.c_str() + key.size(), nullptr, 10);
    }
  }
  return 0;
}

/// How long a thread waited for a processor while it could run; nothing when the system does not count that.
std::optional<Seconds> delay_of(const fs::path& thread) {
  std::ifstream file(thread / "schedstat"); // nanoseconds on a processor, nanoseconds waiting, turns
  std::int64_t running = 0;
  std::int64_t waiting = 0;
  return file >> running >> waiting ? std::optional<Seconds>(std::chrono::nanoseconds(waiting)) : std::nullopt;
}

} // namespace

Seconds cpu_time(pid_t process) {
  clockid_t clock{};
  timespec time{};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) {
    return Seconds::zero();
  }
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

measure::UsageSnapshot usage_of(pid_t process) {
  measure::UsageSnapshot usage = measure::SystemUsageProbe().snapshot();
  usage.cpu = cpu_time(process);
  usage.involuntary_switches = 0;
  usage.delay = Seconds::zero();
  std::error_code gone;
  for (fs::directory_iterator thread(fmt::format("/proc/{}/task", process), gone), end; !gone && thread != end;
       thread.increment(gone)) {
    const std::optional<Seconds> delay = delay_of(thread->path());
    usage.delay = usage.delay && delay ? std::optional(*usage.delay + *delay) : std::nullopt;
    usage.involuntary_switches += delay ? 0 : involuntary_switches(thread->path());
  }
  return usage;
}

} // namespace mapwright::kernel
