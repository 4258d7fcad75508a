#include "starpu_engine/runtime.hpp"

#include "starpu_engine/crash.hpp"
#include "starpu_engine/policy.hpp"

#include <cstdlib>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <starpu.h>

namespace mapwright::starpu_engine {

namespace {

void set_environment(const WorkerCounts& counts, const std::filesystem::path& cache, bool shared) {
  std::string devices;
  for (unsigned i = 0; i < counts.devices; ++i) {
    devices += devices.empty() ? "basic" : " basic";
  }
  const std::vector<std::pair<std::string, std::string>> variables{
      {"POCL_DEVICES", devices},
      {"STARPU_NCPU", std::to_string(counts.cpus)},
      {"STARPU_NOPENCL", std::to_string(counts.devices)},
      {"STARPU_NCUDA", "0"},
      {"STARPU_OPENCL_ON_CPUS", "1"},
      {"STARPU_OPENCL_ONLY_ON_CPUS", "1"},
      {"STARPU_HOME", cache.string()},
      {"STARPU_SILENT", "1"},
      {"STARPU_CALIBRATE", "0"},
      {"STARPU_MINIMUM_CLEAN_BUFFERS", "0"}, // no copies that no task asks for
      {"STARPU_TARGET_CLEAN_BUFFERS", "0"},
      {"STARPU_WORKERS_NOBIND", shared ? "1" : "0"}, // else all ranks take the same cores
  };
  for (const auto& [name, value] : variables) {
    setenv(name.c_str(), value.c_str(), 1);
  }
}

std::vector<int> workers_of(starpu_worker_archtype type) {
  const unsigned most = starpu_worker_get_count();
  std::vector<int> workers(most);
  workers.resize(static_cast<std::size_t>(starpu_worker_get_ids_by_type(type, workers.data(), most)));
  return workers;
}

} // namespace

Result<Runtime> Runtime::start(const WorkerCounts& counts, const std::filesystem::path& cache, const RankPlace& place) {
  constexpr unsigned most_cpus = STARPU_MAXCPUS;
  constexpr unsigned most_devices = STARPU_MAXOPENCLDEVS;
  if (counts.cpus > most_cpus || counts.devices > most_devices) {
    return fail(ErrorKind::machine,
                fmt::format("the plan uses {} CPUs and {} devices; this StarPU runs at most {} and {}", counts.cpus,
                            counts.devices, most_cpus, most_devices),
                "map it on a smaller machine: --machine box,cpus=1,devices=2");
  }
  set_environment(counts, cache, place.ranks > 1);
  pause_when_idle(place.ranks > 1);
  starpu_conf settings;
  starpu_conf_init(&settings);
  settings.sched_policy = placing_policy();
  settings.catch_signals = 0;
  if (const int code = starpu_init(&settings); code != 0) {
    return fail(ErrorKind::machine, fmt::format("StarPU does not start: error {}", code));
  }
  renew_crash_handlers();
  Runtime runtime;
  runtime.rank_ = place.rank;
  runtime.cpus_ = workers_of(STARPU_CPU_WORKER);
  runtime.devices_ = workers_of(STARPU_OPENCL_WORKER);
  if (runtime.cpus_.size() < counts.cpus || runtime.devices_.size() < counts.devices) {
    return fail(ErrorKind::machine,
                fmt::format("the plan uses {} CPUs and {} devices; StarPU finds {} and {} here", counts.cpus,
                            counts.devices, runtime.cpus_.size(), runtime.devices_.size()),
                "map it on a smaller machine: --machine box,cpus=1,devices=2");
  }
  return runtime;
}

Runtime::Runtime(Runtime&& other) noexcept
    : running_(std::exchange(other.running_, false)), rank_(other.rank_), cpus_(std::move(other.cpus_)),
      devices_(std::move(other.devices_)) {}

Runtime::~Runtime() {
  if (running_) {
    starpu_shutdown();
  }
}

int Runtime::worker(const mapper::ProcessorName& processor) const {
  const bool gpu = processor.kind == mapper::ProcessorKind::gpu;
  const std::vector<int>& workers = gpu ? devices_ : cpus_;
  const bool there = (gpu || processor.kind == mapper::ProcessorKind::cpu) && processor.index < workers.size();
  return there && processor.node == rank_ ? workers[processor.index] : -1;
}

int Runtime::node(const mapper::MemoryName& memory) const {
  if (memory.node != rank_) {
    return -1;
  }
  switch (memory.kind) {
  case mapper::MemoryKind::sysmem:
  case mapper::MemoryKind::zcmem:
    return STARPU_MAIN_RAM;
  case mapper::MemoryKind::fbmem:
    return memory.index < devices_.size()
               ? static_cast<int>(starpu_worker_get_memory_node(static_cast<unsigned>(devices_[memory.index])))
               : -1;
  default:
    return -1;
  }
}

} // namespace mapwright::starpu_engine
