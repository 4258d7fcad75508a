#include "kernel/scientist/runner_cache.hpp"

#include <algorithm>
#include <utility>

namespace mapwright::kernel::scientist {

std::unique_ptr<Runner> RunnerCache::take(const Subject& subject) {
  const std::lock_guard lock(mutex_);
  const std::string key = tuned_source(subject);
  const auto found = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& one) { return one.key == key; });
  if (found == kept_.end()) {
    return nullptr;
  }
  auto runner = std::move(found->runner);
  kept_.erase(found);
  return runner;
}

void RunnerCache::keep(const Subject& subject, std::unique_ptr<Runner> runner) {
  const std::lock_guard lock(mutex_);
  runner->forget();
  kept_.push_front({tuned_source(subject), std::move(runner)});
  if (kept_.size() > most_) {
    kept_.pop_back();
  }
}

} // namespace mapwright::kernel::scientist
