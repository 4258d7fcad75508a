// Built kernels that may be needed again: a base is raced against by several versions.
#pragma once

#include "kernel/external/evaluator.hpp"
#include "kernel/judge/runner.hpp"

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <string>

namespace mapwright::kernel::scientist {

/// Keeps the runners used last. Thread-safe.
class RunnerCache {
public:
  /// At most `most` of them: each holds a process and memory for its arguments.
  explicit RunnerCache(std::size_t most) : most_(most) {}

  /// Takes the runner of this source with these values out; null when it is not kept.
  std::unique_ptr<Runner> take(const Subject& subject);
  void keep(const Subject& subject, std::unique_ptr<Runner> runner);

private:
  struct Kept {
    std::string key;
    std::unique_ptr<Runner> runner;
  };
  std::mutex mutex_;
  std::list<Kept> kept_; ///< the last used first
  std::size_t most_;
};

} // namespace mapwright::kernel::scientist
