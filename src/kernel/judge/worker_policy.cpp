#include "kernel/judge/worker_policy.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <sched.h>

namespace mapwright::kernel {
namespace {

unsigned cores() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  return sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? static_cast<unsigned>(CPU_COUNT(&allowed)) : 1;
}

/// The device files of NVIDIA's driver that there are.
std::vector<std::filesystem::path> cuda_devices() {
  std::vector<std::filesystem::path> devices;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/dev", ignored)) {
    if (entry.path().filename().string().starts_with("nvidia") && entry.is_character_file(ignored)) {
      devices.push_back(entry.path());
    }
  }
  return devices;
}

} // namespace

unsigned threads_of(const RunnerSettings& settings) {
  return settings.threads > 0 ? settings.threads : cores();
}

sandbox::Policy worker_policy(Backend backend, const RunnerSettings& settings) {
  const unsigned threads = threads_of(settings);
  const std::string count = std::to_string(threads);
  const bool bound = threads == cores();
  sandbox::Policy policy;
  policy.minimum = settings.least;
  policy.wall_time = policy.cpu_time = std::chrono::hours(24 * 365); // the judge limits each call
  policy.memory = backend == Backend::cpp ? std::optional(settings.memory) : std::nullopt;
  policy.processes = std::max(64U, 4 * threads + 16);
  policy.read_only = {settings.worker};
  for (const char* described : {"/sys/devices/system/cpu", "/sys/devices/system/node"}) {
    if (std::filesystem::exists(described)) { // thread libraries read how many cores there are and how they lie
      policy.read_only.emplace_back(described);
    }
  }
  policy.environment["OMP_NUM_THREADS"] = count;
  policy.environment["OMP_DYNAMIC"] = "false";
  policy.environment["OMP_WAIT_POLICY"] = "passive";
  policy.environment["OMP_PROC_BIND"] = bound ? "close" : "false";
  if (backend == Backend::opencl) {
    policy.environment["POCL_MAX_PTHREAD_COUNT"] = count;
    policy.environment["POCL_AFFINITY"] = bound ? "1" : "0";
  }
  if (backend == Backend::cuda) {
    policy.devices = cuda_devices();
  }
  return policy;
}

} // namespace mapwright::kernel
