// What a program that runs tasks in a process of its own answers: the result of the run, or an error.
#pragma once

#include "core/error.hpp"
#include "report/json.hpp"

#include <string>
#include <string_view>

namespace mapwright::cli {

/// The answer that says what went wrong: {"error": {"kind", "message", "hint"}}.
report::Json answer_with(const Error& error);

/// The answer in the first line that the process wrote on standard output (of several ranks more than one may have
/// crashed); a null value where that is none, because it was ended on
/// the way. Errors are those it answers.
Result<report::Json> answer_in(std::string_view output);

/// The end of what it wrote on standard error, short enough for a hint.
std::string last_words(const std::string& text);

} // namespace mapwright::cli
