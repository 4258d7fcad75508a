#include "llm/anthropic.hpp"

#include "llm/anthropic_reply.hpp"
#include "llm/prompt.hpp"

#include <utility>
#include <vector>

namespace mapwright::llm {
namespace {

using nlohmann::json;

constexpr EndpointDefaults defaults{"https://api.anthropic.com", "ANTHROPIC_API_KEY", "x-api-key: "};
constexpr std::string_view api_version = "2023-06-01";

json text_block(const std::string& text) {
  return {{"type", "text"}, {"text", text}};
}

/// The server may keep what stands up to here.
void mark_for_cache(json& block) {
  block["cache_control"] = {{"type", "ephemeral"}};
}

/// The system messages as one list of blocks.
json system_blocks(const std::vector<Message>& messages) {
  json blocks = json::array();
  for (const Message& message : messages) {
    if (message.role == Role::system && !message.text.empty()) {
      blocks.push_back(text_block(message.text));
    }
  }
  if (!blocks.empty()) {
    mark_for_cache(blocks.back());
  }
  return blocks;
}

/// The other messages; neighbours of one role become one message of several blocks. All but the last block are stable.
json turns(const std::vector<Message>& messages) {
  json result = json::array();
  std::vector<const Message*> said;
  for (const Message& message : messages) {
    if (message.role != Role::system && !message.text.empty()) {
      said.push_back(&message);
    }
  }
  for (std::size_t i = 0; i < said.size(); ++i) {
    if (i == 0 || said[i]->role != said[i - 1]->role) {
      result.push_back({{"role", to_string(said[i]->role)}, {"content", json::array()}});
    }
    json block = text_block(said[i]->text);
    if (i + 2 == said.size()) {
      mark_for_cache(block);
    }
    result.back()["content"].push_back(std::move(block));
  }
  return result;
}

class AnthropicProvider final : public HttpProvider {
public:
  AnthropicProvider(const ProviderSettings& settings, Endpoint endpoint, RetryClock& clock)
      : HttpProvider(settings, std::move(endpoint), clock) {}

  [[nodiscard]] std::string_view kind() const override { return "anthropic"; }

protected:
  [[nodiscard]] std::string_view path() const override { return "/v1/messages"; }

  [[nodiscard]] json body(const Request& request, const Quirks& quirks) const override {
    const std::vector<Message> messages = messages_with_schema(request);
    json body = {{"model", settings().model},
                 {"max_tokens", request.max_output_tokens},
                 {"messages", turns(messages)},
                 {"stream", settings().stream}};
    if (json system = system_blocks(messages); !system.empty()) {
      body["system"] = std::move(system);
    }
    if (request.temperature && !quirks.no_temperature) {
      body["temperature"] = *request.temperature;
    }
    return body;
  }

  [[nodiscard]] std::unique_ptr<ReplyReader> reader() const override { return std::make_unique<AnthropicReader>(); }
};

} // namespace

Result<std::unique_ptr<Provider>> make_anthropic(const ProviderSettings& settings, RetryClock& clock) {
  ProviderSettings complete = settings;
  complete.headers.try_emplace("anthropic-version", api_version);
  Result<Endpoint> endpoint = Endpoint::create(complete, defaults);
  if (!endpoint) {
    return forward(endpoint);
  }
  return std::make_unique<AnthropicProvider>(settings, *std::move(endpoint), clock);
}

} // namespace mapwright::llm
