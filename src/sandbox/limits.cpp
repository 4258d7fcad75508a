#include "sandbox/limits.hpp"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <sys/stat.h>

namespace mapwright::sandbox {
namespace {

rlimit both(rlim_t value) {
  return {value, value};
}

} // namespace

std::vector<ResourceLimit> resource_limits(const Policy& policy) {
  const auto cpu = static_cast<rlim_t>(std::max(1.0, std::ceil(policy.cpu_time.count())));
  std::vector<ResourceLimit> limits{
      {RLIMIT_CPU, {cpu, cpu + 1}}, // SIGXCPU at the first, SIGKILL at the second
      {RLIMIT_FSIZE, both(policy.file_size.count())},
      {RLIMIT_NOFILE, both(policy.open_files)},
      {RLIMIT_CORE, both(0)},
  };
  if (policy.memory) {
    limits.push_back({RLIMIT_AS, both(policy.memory->count())});
  }
  return limits;
}

unsigned tasks_of(uid_t user) {
  unsigned tasks = 0;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
    const std::string name = entry.path().filename().string();
    struct stat info {};
    if (name.find_first_not_of("0123456789") != std::string::npos || ::stat(entry.path().c_str(), &info) != 0 ||
        info.st_uid != user) {
      continue;
    }
    std::ifstream status(entry.path() / "status");
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with("Threads:")) {
        tasks += static_cast<unsigned>(std::strtoul(line.c_str() + 8, nullptr, 10));
        break;
      }
    }
  }
  return tasks;
}

bool apply(const std::vector<ResourceLimit>& limits) noexcept {
  for (const ResourceLimit& limit : limits) {
    // An unprivileged process cannot raise a limit that is already stricter; then the stricter one stands.
    rlimit now{};
    if (getrlimit(limit.resource, &now) != 0) {
      return false;
    }
    rlimit wanted = limit.value;
    wanted.rlim_max = wanted.rlim_max < now.rlim_max ? wanted.rlim_max : now.rlim_max;
    wanted.rlim_cur = wanted.rlim_cur < wanted.rlim_max ? wanted.rlim_cur : wanted.rlim_max;
    if (setrlimit(limit.resource, &wanted) != 0) {
      return false;
    }
  }
  return true;
}

} // namespace mapwright::sandbox
