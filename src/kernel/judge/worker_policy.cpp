#include "kernel/judge/worker_policy.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <sched.h>

namespace mapwright::kernel {
namespace {

unsigned cores() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  return sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? static_cast<unsigned>(CPU_COUNT(&allowed)) : 1;
}

namespace fs = std::filesystem;

/// Adds the device files of `folder` whose names begin like this.
void add_device_files(const fs::path& folder, std::string_view prefix, std::vector<fs::path>& devices) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (entry.path().filename().string().starts_with(prefix) && entry.is_character_file(ignored)) {
      devices.push_back(entry.path());
    }
  }
}

/// Shows what there is under `path`, and what it is a link to, unless /usr shows it anyway.
void show(const fs::path& path, sandbox::Policy& policy) {
  std::error_code ignored;
  if (!path.is_absolute() || !fs::exists(path, ignored)) {
    return;
  }
  for (const fs::path& one : {path.lexically_normal(), fs::canonical(path, ignored)}) {
    const bool in_usr = one.string().starts_with("/usr/");
    const bool known = std::find(policy.read_only.begin(), policy.read_only.end(), one) != policy.read_only.end();
    if (!one.empty() && !in_usr && !known) {
      policy.read_only.push_back(one);
    }
  }
}

/// Passes on a variable; where it names an installation, shows the installation.
void pass_on(const char* variable, sandbox::Policy& policy) {
  if (const char* value = std::getenv(variable); value != nullptr && *value != '\0') {
    policy.environment[variable] = value;
    show(value, policy);
  }
}

/// The libraries of a program that brings its own along (LD_LIBRARY_PATH), as the judge itself runs with them.
void pass_on_libraries(sandbox::Policy& policy) {
  const char* value = std::getenv("LD_LIBRARY_PATH");
  if (value == nullptr || *value == '\0') {
    return;
  }
  policy.environment["LD_LIBRARY_PATH"] = value;
  std::istringstream folders(value);
  for (std::string folder; std::getline(folders, folder, ':');) {
    show(folder, policy);
  }
}

void open_cuda_to(sandbox::Policy& policy) {
  add_device_files("/dev", "nvidia", policy.devices);
  pass_on("CUDA_HOME", policy);
  pass_on("CUDA_PATH", policy);
  pass_on("CUDA_VISIBLE_DEVICES", policy);
}

/// The driver finds its devices through /sys.
void open_hip_to(sandbox::Policy& policy) {
  add_device_files("/dev", "kfd", policy.devices);
  add_device_files("/dev/dri", "renderD", policy.devices);
  pass_on("ROCM_PATH", policy);
  pass_on("HIP_PATH", policy);
  pass_on("HIP_VISIBLE_DEVICES", policy);
  show("/opt/rocm", policy);
  for (const char* described : {"/sys/class/kfd", "/sys/class/drm", "/sys/dev/char", "/sys/devices"}) {
    show(described, policy);
  }
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
  pass_on_libraries(policy);
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
    open_cuda_to(policy);
  }
  if (backend == Backend::hip) {
    open_hip_to(policy);
  }
  return policy;
}

} // namespace mapwright::kernel
