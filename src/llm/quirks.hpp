// What a server turned out not to take, learnt from its refusals.
#pragma once

#include "llm/http.hpp"

#include <mutex>
#include <optional>

#include <nlohmann/json.hpp>

namespace mapwright::llm {

/// Each is false until the server refused a request for it, and is never taken back, so that adapting ends.
struct Quirks {
  bool other_token_limit = false; ///< the other one of "max_tokens" and "max_completion_tokens"
  bool no_temperature = false;
  bool no_seed = false;
  bool no_schema = false;       ///< "response_format"
  bool no_stream_usage = false; ///< "stream_options"
  friend bool operator==(const Quirks&, const Quirks&) = default;
};

/// What to do without after `response` refused `body` (status 400 or 422) and named a member of it as the reason;
/// none when there is nothing to adapt.
std::optional<Quirks> adapted(const Quirks& quirks, const nlohmann::json& body, const HttpResponse& response);

/// Quirks known so far of one server. Thread-safe.
class KnownQuirks {
public:
  [[nodiscard]] Quirks get() const;
  /// Adds those of `learnt`.
  void learn(const Quirks& learnt);

private:
  mutable std::mutex mutex_;
  Quirks known_;
};

} // namespace mapwright::llm
