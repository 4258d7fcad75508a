// A question as text: for servers that do not take schemas, and for readers that take nothing but text.
#pragma once

#include "llm/chat.hpp"

#include <string>
#include <vector>

namespace mapwright::llm {

/// The messages; with a schema, the last one of the user ends in the schema and the wish for JSON alone. The schema is
/// said even to servers that enforce it: llama.cpp constrains the output but does not show the model the schema.
std::vector<Message> messages_with_schema(const Request& request);

/// messages_with_schema as one text: system and user messages as paragraphs in their order, separated by empty lines;
/// a message of the assistant stands between the lines "<previous-answer>" and "</previous-answer>". Ends in a newline.
std::string plain_text(const Request& request);

/// Tokens guessed at four bytes each, rounded up (Usage::estimated).
Usage estimated_usage(const Request& request, std::string_view text, std::string_view reasoning);

} // namespace mapwright::llm
