#include "llm/openai.hpp"

#include "llm/member.hpp"
#include "llm/openai_reply.hpp"
#include "llm/prompt.hpp"

#include <algorithm>
#include <utility>

namespace mapwright::llm {
namespace {

using nlohmann::json;

constexpr EndpointDefaults defaults{"https://api.openai.com", "OPENAI_API_KEY", "Authorization: Bearer "};

/// OpenAI's own models know the newer name of the limit, most other servers the older one.
const char* limit_name(const std::string& host, const Quirks& quirks) {
  const bool newer = (host == "api.openai.com") != quirks.other_token_limit;
  return newer ? "max_completion_tokens" : "max_tokens";
}

class OpenAiProvider final : public HttpProvider {
public:
  OpenAiProvider(const ProviderSettings& settings, Endpoint endpoint, RetryClock& clock)
      : HttpProvider(settings, std::move(endpoint), clock) {}

  [[nodiscard]] std::string_view kind() const override { return "openai"; }

protected:
  [[nodiscard]] std::string_view path() const override { return "/v1/chat/completions"; }

  [[nodiscard]] json body(const Request& request, const Quirks& quirks) const override {
    json messages = json::array();
    for (const Message& message : messages_with_schema(request)) {
      messages.push_back({{"role", to_string(message.role)}, {"content", message.text}});
    }
    json body = {{"model", settings().model}, {"messages", std::move(messages)}, {"stream", settings().stream}};
    body[limit_name(endpoint().host(), quirks)] = request.max_output_tokens;
    if (settings().stream && !quirks.no_stream_usage) {
      body["stream_options"] = {{"include_usage", true}};
    }
    if (request.temperature && !quirks.no_temperature) {
      body["temperature"] = *request.temperature;
    }
    if (request.seed && !quirks.no_seed) {
      body["seed"] = *request.seed;
    }
    if (request.schema && !quirks.no_schema) {
      body["response_format"] = {{"type", "json_schema"},
                                 {"json_schema",
                                  {{"name", request.schema_name},
                                   {"schema", *request.schema},
                                   {"strict", is_strict_schema(*request.schema)}}}};
    }
    return body;
  }

  [[nodiscard]] std::unique_ptr<ReplyReader> reader() const override { return std::make_unique<OpenAiReader>(); }
};

/// Whether an object schema requires all its properties and allows no others.
bool is_closed(const json& schema) {
  const json* const properties = member(schema, "properties");
  const json* const required = member(schema, "required");
  const json* const additional = member(schema, "additionalProperties");
  if (additional == nullptr || *additional != false || properties == nullptr || required == nullptr) {
    return false;
  }
  const auto items = properties->items();
  return std::all_of(items.begin(), items.end(), [required](const auto& property) {
    return std::find(required->begin(), required->end(), property.key()) != required->end();
  });
}

bool is_strict(const json& schema) {
  if (schema.is_array()) {
    return std::all_of(schema.begin(), schema.end(), is_strict);
  }
  if (!schema.is_object()) {
    return true;
  }
  for (const char* key : {"allOf", "not", "if"}) {
    if (schema.contains(key)) {
      return false;
    }
  }
  if (text_member(schema, "type") == "object" && !is_closed(schema)) {
    return false;
  }
  return std::all_of(schema.begin(), schema.end(), is_strict);
}

} // namespace

bool is_strict_schema(const json& schema) {
  return text_member(schema, "type") == "object" && is_strict(schema);
}

Result<std::unique_ptr<Provider>> make_openai(const ProviderSettings& settings, RetryClock& clock) {
  Result<Endpoint> endpoint = Endpoint::create(settings, defaults);
  if (!endpoint) {
    return forward(endpoint);
  }
  return std::make_unique<OpenAiProvider>(settings, *std::move(endpoint), clock);
}

} // namespace mapwright::llm
