// One HTTP request with libcurl: time limits, size limit, cancellation, nothing sent where it was not addressed to.
//
// TLS certificates are verified and redirects are not followed, so that a key reaches the configured server alone.
// Proxies come from the environment as libcurl reads it (http_proxy, HTTPS_PROXY, ALL_PROXY, NO_PROXY).
#pragma once

#include "core/units.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mapwright::llm {

struct HttpRequest {
  std::string url{};                      ///< http or https; other schemes are refused
  std::vector<std::string> headers{};     ///< "Name: value"
  std::optional<std::string> body{};      ///< sent with POST; none: GET
  Seconds connect_timeout{5};             ///< name look-up and TLS included
  Seconds idle_timeout{300};              ///< without a byte from the server
  Seconds timeout{600};                   ///< of it all
  Seconds spent{0};                       ///< of `timeout`, by earlier tries
  std::uint64_t max_bytes = 64ULL << 20U; ///< of headers and body
  /// Takes each piece of the body of a reply with status 2xx; false ends the transfer, which then counts as complete.
  std::function<bool(std::string_view)> on_bytes{};
};

/// Why a transfer did not complete.
enum class TransferError : std::uint8_t {
  unreachable, ///< no connection: name, route, refusal, TLS, time limit of connecting
  no_reply,    ///< the connection was lost before the first byte of a reply
  broken_off,  ///< the connection was lost within a reply
  idle,        ///< idle_timeout
  timed_out,   ///< timeout
  too_large,   ///< max_bytes
  cancelled,   ///< stop was requested
};

/// A reply, or as much of it as came.
struct HttpResponse {
  int status = 0;                                             ///< 0: none came
  std::vector<std::pair<std::string, std::string>> headers{}; ///< names in lower case
  std::string body{};
  std::optional<TransferError> error{}; ///< none: complete
  std::string why{};                    ///< for `error`: a clause such as "Connection refused"

  [[nodiscard]] bool succeeded() const { return !error && status >= 200 && status < 300; }
  /// The value of the first header of that name (lower case); empty: none.
  [[nodiscard]] std::string_view header(std::string_view name) const;
};

/// Sends and waits. Thread-safe; ends soon after `stop` is requested.
HttpResponse send(const HttpRequest& request, const std::stop_token& stop);

} // namespace mapwright::llm
