// Answers from a recording instead of a model.
#pragma once

#include "core/error.hpp"
#include "llm/chat.hpp"

#include <memory>
#include <string>

namespace mapwright::llm {

/// Answers each question as it was answered when `file` was recorded (record.hpp), found by the question's digest;
/// equal questions get their answers in the order of the file, each once. Time, usage and failures are those recorded.
/// What is not there, or not often enough, is a Failure not_recorded. With `fixture` all replies are marked as such.
///
/// Input error at the line that is no record; a last line without a newline, which a killed run leaves, is ignored.
/// Input error when the file cannot be read.
Result<std::unique_ptr<Provider>> make_replay(const std::string& file, bool fixture = false);

} // namespace mapwright::llm
