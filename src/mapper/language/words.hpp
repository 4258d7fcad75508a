// Words with a meaning in statements, and the nearest of them to a misspelt one.
#pragma once

#include "mapper/language/lexer.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mapwright::mapper::language {

/// The words statements begin with.
const std::vector<std::string>& statement_words();
/// In the order of ProcessorKind, MemoryKind, Constraint::Kind and ParameterType.
const std::vector<std::string>& processor_words();
const std::vector<std::string>& memory_words();
const std::vector<std::string>& constraint_words();
const std::vector<std::string>& type_words();

/// The edit that makes a misspelt word one of the known; nothing when none is near.
std::optional<Fix> respelling(const Token& token, const std::vector<std::string>& known);

/// "a, b, c"
std::string listed(const std::vector<std::string>& words);

} // namespace mapwright::mapper::language
