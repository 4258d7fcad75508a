// When a request is sent again and how long to wait before: the rules of the vendors' own clients.
#pragma once

#include "llm/http.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>

namespace mapwright::llm {

/// Waiting and chance, so that tests need neither. Thread-safe.
class RetryClock {
public:
  virtual ~RetryClock() = default;

  /// Time since a fixed origin; never goes back.
  virtual Seconds now() = 0;
  /// The date, for servers that name one.
  virtual std::chrono::system_clock::time_point date() = 0;
  /// Waits for `time`; false when `stop` ended it before.
  virtual bool sleep(Seconds time, const std::stop_token& stop) = 0;
  /// Uniform in [0, 1).
  virtual double chance() = 0;
};

/// The machine's clocks.
RetryClock& real_clock();

struct RetryPolicy {
  unsigned max_retries = 2;
  Seconds first{0.5};   ///< wait before the first retry, doubled for each next one
  Seconds longest{8};   ///< of the waits we choose
  Seconds patience{60}; ///< of the waits a server asks for; longer ones end the question
};

/// Whether the request may succeed when it is sent again: no connection, or status 408, 409, 429 or from 500 on, unless
/// the quota is used up. The header x-should-retry ("true" or "false") decides first.
bool retryable(const HttpResponse& response);

/// Whether an error's body says that there is nothing left to pay with.
bool says_out_of_quota(const HttpResponse& response);

/// The wait the server asks for: retry-after-ms, else retry-after in seconds or as an HTTP date (RFC 9110, 10.2.3).
/// Never negative; none when there is no such header or it cannot be read.
std::optional<Seconds> wanted_wait(const HttpResponse& response, std::chrono::system_clock::time_point date);

/// The wait before retry number `retry` (from 0) when the server asks for none: min(first * 2^retry, longest), less up
/// to a quarter by `chance`, so that many clients do not come back at once.
Seconds own_wait(const RetryPolicy& policy, unsigned retry, double chance);

/// The last reply and what it took.
struct Attempts {
  HttpResponse last{};
  unsigned retries = 0;
};

/// Sends until the reply is final, the retries are used up, a wait would be longer than the policy's patience or end
/// after `deadline` (on `clock`), or `stop` is requested (TransferError::cancelled). Each request is given what is left
/// of the time.
Attempts send_patiently(HttpRequest request, const RetryPolicy& policy, RetryClock& clock, Seconds deadline,
                        const std::stop_token& stop);

/// A header that tells a server that requests repeat one another: "Idempotency-Key: mapwright-<128 random bits>".
std::string idempotency_header();

} // namespace mapwright::llm
