// StarPU with as many workers as a plan names: started once in a process.
#pragma once

#include "core/error.hpp"
#include "mapper/machine/machine.hpp"
#include "starpu_engine/exchange.hpp"

#include <filesystem>
#include <vector>

namespace mapwright::starpu_engine {

/// How many workers of each sort.
struct WorkerCounts {
  unsigned cpus = 1;
  unsigned devices = 0; ///< OpenCL devices that PoCL emulates, each with a memory of its own
};

/// The running StarPU. Its scheduling policy gives each task to the worker that its call names.
class Runtime {
public:
  /// Starts it; sets variables of the environment, so it wants a process that has not used OpenCL yet. `cache` is where
  /// StarPU keeps what it learns about the machine. Its processors and memories are those of the rank's node; of
  /// several ranks on one computer the workers leave the cores to one another while they wait. Machine error: fewer
  /// workers than asked for.
  static Result<Runtime> start(const WorkerCounts& counts, const std::filesystem::path& cache,
                               const RankPlace& place = {});
  Runtime(Runtime&& other) noexcept;
  Runtime& operator=(Runtime&&) = delete;
  /// Stops it.
  ~Runtime();

  /// The worker for a processor; -1 when there is none.
  [[nodiscard]] int worker(const mapper::ProcessorName& processor) const;
  /// The StarPU node of a memory; -1 when there is none.
  [[nodiscard]] int node(const mapper::MemoryName& memory) const;
  /// Its node of the machine.
  [[nodiscard]] std::uint32_t rank() const { return rank_; }
  [[nodiscard]] const std::vector<int>& cpus() const { return cpus_; }
  [[nodiscard]] const std::vector<int>& devices() const { return devices_; }

private:
  Runtime() = default;
  bool running_ = true;
  std::uint32_t rank_ = 0;
  std::vector<int> cpus_;    ///< workers
  std::vector<int> devices_; ///< workers
};

} // namespace mapwright::starpu_engine
