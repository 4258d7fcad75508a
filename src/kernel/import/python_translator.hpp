// Nodes of Python said in our expressions, word for word: with more parentheses than people would write.
#pragma once

#include "core/error.hpp"
#include "kernel/import/python_syntax.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mapwright::kernel {

/// The same value, where `names` alone are known. `text` is what the node was read from. Input error at the node that
/// integers cannot say.
Result<std::string> number_text(std::string_view text, const PythonNode& node, const std::vector<std::string>& names);

/// Other than 0 where Python takes the value for true.
Result<std::string> condition_text(std::string_view text, const PythonNode& node,
                                   const std::vector<std::string>& names);

} // namespace mapwright::kernel
