// What all providers that talk HTTP have in common: send, adapt, retry, read, tell.
#pragma once

#include "llm/chat.hpp"
#include "llm/draft.hpp"
#include "llm/endpoint.hpp"
#include "llm/quirks.hpp"
#include "llm/retry.hpp"
#include "llm/sse.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace mapwright::llm {

/// Reads one reply of an interface, event by event or whole.
class ReplyReader {
public:
  virtual ~ReplyReader() = default;

  /// Takes an event whose data is `data`; false when it was the last one.
  virtual bool event(const nlohmann::json& data) = 0;
  /// Takes a reply that came at once.
  virtual void whole(const nlohmann::json& reply) = 0;

  Draft draft{};
  std::optional<nlohmann::json> error{}; ///< an error that came inside the reply
  std::string fault{};                   ///< how the reply breaks the interface; empty: it does not
};

/// A server behind an interface that is spoken over HTTP. Thread-safe.
class HttpProvider : public Provider {
public:
  HttpProvider(const ProviderSettings& settings, Endpoint endpoint, RetryClock& clock);

  [[nodiscard]] const std::string& model() const override { return settings_.model; }
  Answer ask(const Request& request, std::stop_token stop) override;

protected:
  /// The path of questions, such as "/v1/messages".
  [[nodiscard]] virtual std::string_view path() const = 0;
  [[nodiscard]] virtual nlohmann::json body(const Request& request, const Quirks& quirks) const = 0;
  [[nodiscard]] virtual std::unique_ptr<ReplyReader> reader() const = 0;

  [[nodiscard]] const ProviderSettings& settings() const { return settings_; }
  [[nodiscard]] const Endpoint& endpoint() const { return endpoint_; }

private:
  Answer converse(const Request& request, const std::stop_token& stop, unsigned& repeats);
  Answer interpret(const HttpResponse& response, ReplyReader& reader, const Request& request,
                   const std::stop_token& stop) const;
  [[nodiscard]] std::string known_models(const std::stop_token& stop) const;

  ProviderSettings settings_;
  Endpoint endpoint_;
  RetryClock& clock_;
  KnownQuirks quirks_;
};

} // namespace mapwright::llm
