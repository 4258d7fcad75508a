// Servers that speak Anthropic's Messages API (POST /v1/messages): Anthropic, and local servers that imitate it.
#pragma once

#include "core/error.hpp"
#include "llm/http_provider.hpp"

#include <memory>

namespace mapwright::llm {

/// The system messages and all but the last message are marked for the server's cache. The API takes neither a seed nor
/// response_format: seeds are not sent, schemas stand in the prompt alone.
/// REQUIRES: settings.model is not empty (make_provider checks). Errors of Endpoint::create.
Result<std::unique_ptr<Provider>> make_anthropic(const ProviderSettings& settings, RetryClock& clock = real_clock());

} // namespace mapwright::llm
