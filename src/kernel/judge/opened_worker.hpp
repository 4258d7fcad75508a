// A worker that has opened its device and waits for code; and one kept ready, so that nobody waits for it.
#pragma once

#include "kernel/judge/runner.hpp"
#include "kernel/judge/worker_process.hpp"
#include "sandbox/scratch.hpp"

#include <mutex>
#include <optional>
#include <string>

namespace mapwright::kernel {

/// Knows no candidate yet.
class OpenedWorker {
public:
  /// Starts a worker and asks it to open what this back end needs, without waiting for it; `compiler` is the one a C++
  /// candidate chose. An Error is the machine's.
  static Result<OpenedWorker> start(Backend backend, const RunnerSettings& settings, const std::string& compiler = {});

  /// Waits until it is open. An Error is the machine's. Does nothing when it is known to be open.
  Result<void> wait();

  WorkerProcess process;
  std::optional<sandbox::ScratchDirectory> scratch{}; ///< of device back ends
  bool on_processor = true; ///< what runs its candidate has the judge's caches and memory; known when it is open

private:
  OpenedWorker(WorkerProcess started, std::optional<sandbox::ScratchDirectory> folder, Backend backend)
      : process(std::move(started)), scratch(std::move(folder)), backend_(backend) {}

  Backend backend_;
  std::optional<std::uint64_t> asked_{}; ///< the request that is not answered yet
};

/// At most one worker for OpenCL on a processor, opened while another compiles. Thread-safe.
class SpareWorker {
public:
  /// Begins to open one, where that is worth it and there is none. A failure shows when one is started without it.
  void prepare(Backend backend, const RunnerSettings& settings);

  /// Waits until the one under way is open: from then on it sleeps and disturbs nobody.
  void settle();

  /// The spare one, if there is one for these settings.
  std::optional<OpenedWorker> take(Backend backend, const RunnerSettings& settings);

private:
  std::mutex mutex_;
  std::optional<OpenedWorker> worker_{};
  std::string made_for_{};
};

} // namespace mapwright::kernel
