#include "llm/limit.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace mapwright::llm {

FairSemaphore::FairSemaphore(std::size_t places) : free_(places) {
  if (places == 0) {
    throw std::logic_error("a semaphore without places");
  }
}

bool FairSemaphore::acquire(const std::stop_token& stop) {
  const Waiter self;
  std::unique_lock lock(mutex_);
  waiting_.push_back(&self);
  const bool served = changed_.wait(lock, stop, [&] { return free_ > 0 && waiting_.front() == &self; });
  waiting_.erase(std::find(waiting_.begin(), waiting_.end(), &self));
  if (served) {
    --free_;
  }
  changed_.notify_all(); // the next may have become the first, and may find a place
  return served;
}

void FairSemaphore::release() {
  const std::lock_guard lock(mutex_);
  ++free_;
  changed_.notify_all();
}

std::size_t FairSemaphore::waiting() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size();
}

LimitedProvider::LimitedProvider(std::unique_ptr<Provider> provider, std::size_t concurrency)
    : provider_(std::move(provider)), places_(concurrency) {}

Answer LimitedProvider::ask(const Request& request, std::stop_token stop) {
  struct Release {
    FairSemaphore& places;
    ~Release() { places.release(); }
  };
  if (!places_.acquire(stop)) {
    Failure failure;
    failure.kind = FailureKind::cancelled;
    failure.message = "stopped while waiting for earlier questions";
    return tl::unexpected<Failure>(std::move(failure));
  }
  const Release release{places_};
  return provider_->ask(request, std::move(stop));
}

} // namespace mapwright::llm
