// Servers that speak OpenAI's chat completions (POST /v1/chat/completions): OpenAI, vLLM, llama.cpp, Ollama, DeepSeek,
// OpenRouter and many more, with their differences in reasoning, limits, schemas and usage.
#pragma once

#include "core/error.hpp"
#include "llm/http_provider.hpp"

#include <memory>

namespace mapwright::llm {

/// REQUIRES: settings.model is not empty (make_provider checks). Errors of Endpoint::create.
Result<std::unique_ptr<Provider>> make_openai(const ProviderSettings& settings, RetryClock& clock = real_clock());

/// Whether `schema` keeps to the subset that OpenAI enforces strictly: every object lists all its properties as
/// required and allows no others; no allOf, not, if.
bool is_strict_schema(const nlohmann::json& schema);

} // namespace mapwright::llm
