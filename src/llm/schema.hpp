// What a JSON value must look like: a subset of JSON Schema, checked with messages that a model can act on.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace mapwright::llm {

/// Where and how `value` breaks `schema`, in the order of the schema, at most `most`; empty when it does not:
/// "/steps/2/kind: must be one of "fast", "small", not "quick"". The root's place is "the answer".
///
/// Known keywords: type (a name or a list of names), enum, properties, required, additionalProperties (false or a
/// schema), items, minItems, maxItems, minLength, maxLength (bytes), minimum, maximum; title, description, default and
/// examples say nothing. Schemas are written by us: another keyword or type throws std::logic_error.
std::vector<std::string> violations(const nlohmann::json& value, const nlohmann::json& schema, std::size_t most = 5);

} // namespace mapwright::llm
