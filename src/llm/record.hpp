// Writes down what is asked and answered, so that it can be asked again without the model (replay.hpp).
//
// One line of JSON per question: {"digest", "kind", "model", "request", "answer"} with request and answer as json.hpp
// writes them. Lines are appended whole, in the order the answers came.
#pragma once

#include "core/error.hpp"
#include "llm/chat.hpp"

#include <memory>
#include <string>

namespace mapwright::llm {

/// `inner`, with every answer but cancelled ones appended to `file` before it is returned. Failures are answers too.
/// An answer that cannot be written becomes a Failure broken with its usage: a recording must not have gaps.
/// A last line without a newline, which a killed run leaves, is cut off first.
/// Machine error: the file cannot be opened for appending.
Result<std::unique_ptr<Provider>> make_recorder(std::unique_ptr<Provider> inner, const std::string& file);

} // namespace mapwright::llm
