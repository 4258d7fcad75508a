// What is said to a language model and what comes back; the interface every provider has.
//
// A reply is hostile text: nothing in it is executed or believed here.
#pragma once

#include "core/units.hpp"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>
#include <tl/expected.hpp>

namespace mapwright::llm {

enum class Role : std::uint8_t { system, user, assistant };

/// "system", "user" or "assistant".
std::string_view to_string(Role role);

struct Message {
  Role role = Role::user;
  std::string text;
  friend bool operator==(const Message&, const Message&) = default;
};

/// One question. Messages that stay the same from question to question come first, so that servers can cache them.
struct Request {
  std::vector<Message> messages;
  std::optional<nlohmann::json> schema{}; ///< JSON schema of the wanted answer; none: free text
  std::string schema_name = "answer";     ///< at most 64 letters, digits, '_' and '-'
  std::uint64_t max_output_tokens = 8192; ///< reasoning included
  std::optional<double> temperature{};    ///< none: the server's own
  std::optional<std::uint64_t> seed{};    ///< for servers that have one
};

/// Tokens of one question. `cached_input` is part of `input`, `reasoning` is part of `output`.
struct Usage {
  std::uint64_t input = 0;
  std::uint64_t cached_input = 0;
  std::uint64_t output = 0;
  std::uint64_t reasoning = 0;
  bool estimated = false; ///< the server did not say: four bytes counted as a token

  [[nodiscard]] std::uint64_t total() const { return input + output; }
  friend bool operator==(const Usage&, const Usage&) = default;
};

/// Why the model stopped writing.
enum class Finish : std::uint8_t {
  stop,     ///< it was done
  length,   ///< max_output_tokens or the context ended it: the text is incomplete
  filtered, ///< the server's content filter ended it
  refused,  ///< the model declined
};

/// "stop", "length", "filtered" or "refused".
std::string_view to_string(Finish finish);

/// Energy of one question's inference.
struct InferenceEnergy {
  Joules energy{};
  bool estimated = true; ///< from tokens; false: read from a meter
  std::string method{};  ///< the meter, or the assumptions of the estimate
};

struct Reply {
  std::string text{};      ///< the answer, without the reasoning
  std::string reasoning{}; ///< what the model thought aloud, where it is told apart
  Finish finish = Finish::stop;
  Usage usage{};
  Seconds time{0};                         ///< until the last byte, retries included
  std::string model{};                     ///< as the server names it
  unsigned retries = 0;                    ///< requests repeated before this one
  std::optional<double> dollars{};         ///< by the price table; none: the model is not in it
  std::optional<InferenceEnergy> energy{}; ///< none: nothing is known
  bool fixture = false;                    ///< written for a test; never to be presented as a model's performance
};

/// What went wrong, as far as the caller's next move depends on it.
enum class FailureKind : std::uint8_t {
  unreachable,   ///< no connection, name not found, TLS refused
  unauthorized,  ///< no key, a wrong key, no right
  unknown_model, ///< the server has no such model
  bad_request,   ///< the server refuses what we ask
  rate_limited,  ///< still limited after the retries
  out_of_quota,  ///< nothing is left to pay with
  overloaded,    ///< still overloaded or failing after the retries
  timed_out,     ///< no answer, or none complete, in time
  broken,        ///< the answer breaks off, is too large or is not what the interface promises
  empty,         ///< an answer without text, e.g. reasoning alone
  cancelled,     ///< we were asked to stop
  not_recorded,  ///< replay: this question was not asked in the recorded run
};

/// "unreachable", "unauthorized", "unknown-model", ... : the enumerator with hyphens.
std::string_view to_string(FailureKind kind);

/// A question without an answer. Never holds a key.
struct Failure {
  FailureKind kind = FailureKind::unreachable;
  std::string message{}; ///< one sentence: who, what, the server's own words cut short
  std::string hint{};    ///< what to do
  Usage usage{};         ///< what was used up all the same, e.g. by a stream that broke off
  Seconds time{0};
  unsigned retries = 0;
};

using Answer = tl::expected<Reply, Failure>;

/// One model behind one interface. Thread-safe.
class Provider {
public:
  virtual ~Provider() = default;

  /// "openai", "anthropic", "command", "files", "replay": the kind.
  [[nodiscard]] virtual std::string_view kind() const = 0;

  /// The model's name as configured; for a command, the command.
  [[nodiscard]] virtual const std::string& model() const = 0;

  /// Asks once, with the provider's own retries. Ends soon after `stop` is requested.
  virtual Answer ask(const Request& request, std::stop_token stop) = 0;
};

} // namespace mapwright::llm
