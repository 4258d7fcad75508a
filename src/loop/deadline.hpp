// The wall time of a run, over all its sessions, and its end.
#pragma once

#include "core/budget.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace mapwright::loop {

/// Requests a stop when a run has used up its seconds.
class Deadline {
public:
  /// `before`: what earlier sessions used. Without a limit it only tells the time.
  Deadline(std::optional<double> limit, Seconds before, std::stop_source& source)
      : limit_(limit), before_(before), begun_(std::chrono::steady_clock::now()) {
    if (limit) {
      watcher_ = std::jthread([this, &source](const std::stop_token& over) { watch(over, source); });
    }
  }

  /// In the run's time.
  [[nodiscard]] Seconds elapsed() const { return before_ + Seconds(std::chrono::steady_clock::now() - begun_); }
  [[nodiscard]] bool passed() const { return limit_ && elapsed().count() >= *limit_; }
  /// REQUIRES: there is a limit.
  [[nodiscard]] Exhausted exhausted() const { return {ResourceKind::time, *limit_, elapsed().count(), 0}; }

private:
  void watch(const std::stop_token& over, std::stop_source& source) {
    std::unique_lock lock(mutex_);
    const auto left = Seconds(*limit_) - before_;
    const auto end = begun_ + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                  std::min(left, Seconds(1e9))); // beyond 30 years the clock would overflow
    condition_.wait_until(lock, over, end, [] { return false; });
    if (!over.stop_requested()) {
      source.request_stop();
    }
  }

  std::optional<double> limit_;
  Seconds before_;
  std::chrono::steady_clock::time_point begun_;
  std::mutex mutex_;
  std::condition_variable_any condition_;
  std::jthread watcher_;
};

} // namespace mapwright::loop
