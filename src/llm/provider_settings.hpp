// What a provider is made from: one [[model]] of a problem file as plain values.
#pragma once

#include "core/units.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace mapwright::llm {

/// Which members count depends on `kind`; the others are ignored.
struct ProviderSettings {
  std::string kind = "openai"; ///< "openai", "anthropic", "command", "files" or "replay"
  std::string model{};         ///< as the server calls it; needed by openai and anthropic, elsewhere only a label

  // openai, anthropic: where, with what right

  std::string base_url{};     ///< with or without /v1; empty: the kind's own service
  std::string key_variable{}; ///< environment variable with the key; empty: at the kind's own service OPENAI_API_KEY or
                              ///< ANTHROPIC_API_KEY
  std::string key_header{};   ///< header that carries the key alone, e.g. "api-key"; empty: the kind's own header
  std::map<std::string, std::string> headers{};         ///< sent besides
  nlohmann::json extra_body = nlohmann::json::object(); ///< merged into every request (RFC 7396): null removes a member
  bool stream = true;                                   ///< false: the whole reply at once
  unsigned max_retries = 2;                             ///< of limited, overloaded and failed requests
  Seconds connect_timeout{5};                           ///< until there is a connection
  Seconds idle_timeout{300};                            ///< without a byte, when streaming

  // command

  std::vector<std::string> command{};  ///< program and arguments
  std::string command_line{};          ///< or both in one text, split as a shell splits words (split_command)
  std::vector<std::string> withhold{}; ///< environment variables it does not see: keys of other providers
  std::vector<std::string> pass{};     ///< names in `withhold` that it sees all the same: its own key

  // command: where it works (empty: here). files: where prompts and replies lie

  std::string directory{};

  // replay

  std::string recording{}; ///< file it answers from

  // all

  std::optional<Seconds> timeout{};             ///< of a question, retries included; none: 600 s, files: for ever
  std::uint64_t max_reply_bytes = 64ULL << 20U; ///< larger replies are refused
  std::optional<double> temperature{};          ///< for questions that do not set one
  std::string record_to{};                      ///< file that questions and answers are appended to; empty: none
  bool fixture = false;                         ///< its replies are written for a test (Reply::fixture)
};

} // namespace mapwright::llm
