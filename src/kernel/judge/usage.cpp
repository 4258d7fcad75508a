#include "kernel/judge/usage.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
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
  std::error_code gone;
  for (fs::directory_iterator thread(fmt::format("/proc/{}/task", process), gone), end; !gone && thread != end;
       thread.increment(gone)) {
    usage.involuntary_switches += involuntary_switches(thread->path());
  }
  return usage;
}

} // namespace mapwright::kernel
