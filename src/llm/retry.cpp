#include "llm/retry.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <random>

#include <curl/curl.h>
#include <fmt/format.h>

namespace mapwright::llm {
namespace {

class RealClock final : public RetryClock {
public:
  Seconds now() override { return std::chrono::steady_clock::now().time_since_epoch(); }
  std::chrono::system_clock::time_point date() override { return std::chrono::system_clock::now(); }

  bool sleep(Seconds time, const std::stop_token& stop) override {
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    wake.wait_for(lock, stop, std::chrono::ceil<std::chrono::nanoseconds>(time), [] { return false; });
    return !stop.stop_requested();
  }

  double chance() override {
    thread_local std::minstd_rand generator(std::random_device{}());
    return std::uniform_real_distribution<double>(0, 1)(generator);
  }
};

/// A whole text as a number.
std::optional<double> number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size() && std::isfinite(value);
  return whole ? std::optional(value) : std::nullopt;
}

} // namespace

RetryClock& real_clock() {
  static RealClock clock;
  return clock;
}

bool says_out_of_quota(const HttpResponse& response) {
  return response.status == 402 || response.body.find("insufficient_quota") != std::string::npos ||
         response.body.find("credit balance is too low") != std::string::npos;
}

bool retryable(const HttpResponse& response) {
  if (response.error) {
    return *response.error == TransferError::unreachable || *response.error == TransferError::no_reply;
  }
  const int status = response.status;
  const bool failed = status < 200 || status >= 400;
  if (const std::string_view advice = response.header("x-should-retry"); failed && !advice.empty()) {
    return advice == "true";
  }
  return (status == 408 || status == 409 || status == 429 || status >= 500) && !says_out_of_quota(response);
}

std::optional<Seconds> wanted_wait(const HttpResponse& response, std::chrono::system_clock::time_point date) {
  if (const auto wait = number(response.header("retry-after-ms"))) {
    return Seconds(std::max(*wait, 0.0) / 1000);
  }
  const std::string text(response.header("retry-after"));
  if (const auto wait = number(text)) {
    return Seconds(std::max(*wait, 0.0));
  }
  if (const time_t until = curl_getdate(text.c_str(), nullptr); !text.empty() && until != -1) {
    return std::max(Seconds(std::chrono::system_clock::from_time_t(until) - date), Seconds(0));
  }
  return std::nullopt;
}

Seconds own_wait(const RetryPolicy& policy, unsigned retry, double chance) {
  const double wait = policy.first.count() * std::exp2(static_cast<double>(retry));
  return Seconds(std::min(wait, policy.longest.count()) * (1 - 0.25 * chance));
}

Attempts send_patiently(HttpRequest request, const RetryPolicy& policy, RetryClock& clock, Seconds deadline,
                        const std::stop_token& stop) {
  for (Attempts attempts;; ++attempts.retries) {
    request.spent = request.timeout - std::max(deadline - clock.now(), Seconds(0));
    attempts.last = send(request, stop);
    if (attempts.retries >= policy.max_retries || !retryable(attempts.last)) {
      return attempts;
    }
    const std::optional<Seconds> wanted = wanted_wait(attempts.last, clock.date());
    const Seconds wait = wanted.value_or(own_wait(policy, attempts.retries, clock.chance()));
    if ((wanted && *wanted > policy.patience) || clock.now() + wait >= deadline) {
      return attempts;
    }
    if (!clock.sleep(wait, stop)) {
      attempts.last.error = TransferError::cancelled;
      attempts.last.why = "it was cancelled";
      return attempts;
    }
  }
}

std::string idempotency_header() {
  std::random_device random; // the operating system's, thread-safe as a local
  return fmt::format("Idempotency-Key: mapwright-{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random());
}

} // namespace mapwright::llm
