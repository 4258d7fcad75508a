// Names in a piece of source: who is free, and who is called otherwise.
#pragma once

#include "kernel/source/tokens.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::kernel::rewrite {

/// Whether the token is a name that stands for a variable or a function: not a member behind `.` or `->`.
bool is_free_name(const std::vector<Token>& tokens, std::size_t at);

/// `text` with every free name of `replacements` replaced.
std::string with_names(std::string_view text, const std::map<std::string, std::string>& replacements);

/// How often the free name stands in the text.
std::size_t uses(std::string_view text, std::string_view name);

} // namespace mapwright::kernel::rewrite
