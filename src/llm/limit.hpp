// At most so many questions at once.
#pragma once

#include "llm/chat.hpp"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <stop_token>

namespace mapwright::llm {

/// A counting semaphore that serves in the order of arrival. Thread-safe.
class FairSemaphore {
public:
  /// REQUIRES: `places` is at least 1.
  explicit FairSemaphore(std::size_t places);

  /// Waits for a place. False: stop was requested first, and there is none to release.
  bool acquire(const std::stop_token& stop);
  void release();
  /// How many wait for a place.
  [[nodiscard]] std::size_t waiting() const;

private:
  struct Waiter {};

  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::size_t free_;
  std::deque<const Waiter*> waiting_; ///< the first is served next
};

/// Lets at most `concurrency` questions through to a provider; the others wait their turn. The time of waiting is not
/// part of Reply::time. A stop while waiting ends as `cancelled`.
class LimitedProvider final : public Provider {
public:
  /// REQUIRES: `concurrency` is at least 1.
  LimitedProvider(std::unique_ptr<Provider> provider, std::size_t concurrency);

  [[nodiscard]] std::string_view kind() const override { return provider_->kind(); }
  [[nodiscard]] const std::string& model() const override { return provider_->model(); }
  Answer ask(const Request& request, std::stop_token stop) override;

private:
  std::unique_ptr<Provider> provider_;
  FairSemaphore places_;
};

} // namespace mapwright::llm
