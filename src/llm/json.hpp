// Questions and answers as JSON: for archives, recordings and digests. The members are those of chat.hpp by name,
// with units in the names of quantities ("seconds", "joules"); what is absent there is absent here.
#pragma once

#include "core/error.hpp"
#include "llm/chat.hpp"

#include <string>

#include <nlohmann/json.hpp>

namespace mapwright::llm {

/// {"messages": [{"role", "text"}], "max_output_tokens", "schema", "schema_name", "temperature", "seed"}; "schema_name"
/// only beside a schema.
nlohmann::json to_json(const Request& request);

/// {"input", "cached_input", "output", "reasoning", "estimated"}.
nlohmann::json to_json(const Usage& usage);

/// {"reply": {"text", "reasoning", "finish", "usage", "seconds", "model", "retries", "dollars", "energy": {"joules",
/// "estimated", "method"}, "fixture"}} or {"failure": {"kind", "message", "hint", "usage", "seconds", "retries"}}.
nlohmann::json to_json(const Answer& answer);

/// The inverses. Input error that names the member when it is missing, of another type or out of range; members of
/// other names are ignored, so that newer files can be read.
Result<Request> request_from_json(const nlohmann::json& json);
Result<Usage> usage_from_json(const nlohmann::json& json);
Result<Answer> answer_from_json(const nlohmann::json& json);

/// `json` in one line. Bytes that are no UTF-8 (compilers and models write such) become U+FFFD.
std::string one_line(const nlohmann::json& json);

/// Names a question by its contents: sha256_hex of one_line(to_json(request)).
std::string digest(const Request& request);

} // namespace mapwright::llm
