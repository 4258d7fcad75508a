// A command in one text, split into words without a shell.
#pragma once

#include "core/error.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mapwright::llm {

/// The words of `text` as a POSIX shell splits them: white space separates; '...' is taken literally; in "..." and
/// outside of quotes a backslash takes the next character literally (in "..." only " \ $ ` and newline). There are no
/// variables, patterns, pipes or redirections: a shell for those is a command itself (sh -c '...').
/// Input error: a quote that is not closed, a backslash at the end, no word at all.
Result<std::vector<std::string>> split_command(std::string_view text);

} // namespace mapwright::llm
