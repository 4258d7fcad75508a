// Prompt templates: text with {{names}}.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace mapwright::llm {

/// `text` with every {{name}} replaced by its value; values are not searched again. Throws std::logic_error for a name
/// without a value: templates are part of the program.
std::string fill(std::string_view text, const std::map<std::string, std::string, std::less<>>& values);

} // namespace mapwright::llm
