// The statements in the reply of a model.
#pragma once

#include "llm/ask.hpp"

#include <string>

#include <nlohmann/json.hpp>
#include <tl/expected.hpp>

namespace mapwright::mapper {

/// What a model answers with: why, and statements.
struct RevisedStatements {
  std::string reason;     ///< one or two sentences
  std::string statements; ///< lines, each ending in a newline; may be empty
};

/// {"reason": "...", "statements": ["...", ...]}: servers that constrain their output keep to it.
const nlohmann::json& statements_schema();

/// How to answer, in a sentence: for repair questions.
extern const char* const statements_form;

/// The statements of a reply: of the JSON value that was asked for, else of a block of code. Unexpected: what is wrong,
/// in words that the model is shown.
tl::expected<llm::ReadReply<RevisedStatements>, std::string> read_statements(const llm::Reply& reply);

} // namespace mapwright::mapper
