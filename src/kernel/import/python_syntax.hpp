// The syntax of Python's expressions, as far as descriptions of tuning problems need it.
#pragma once

#include "core/error.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::kernel {

enum class PythonKind : std::uint8_t {
  number,        ///< text: its digits
  name,          ///< text, with dots
  unary,         ///< text: + - ~
  binary,        ///< text: the operator
  comparison,    ///< operators; one operand more than operators
  all_of,        ///< and
  any_of,        ///< or
  negation,      ///< not
  conditional,   ///< operands: what if true, condition, what if false
  call,          ///< text: the function
  list,          ///< [...] or (..., ...)
  comprehension, ///< text: the name; operands: element, list, and the condition where there is one
};

struct PythonNode {
  PythonKind kind = PythonKind::number;
  std::size_t at = 0; ///< byte in the text
  std::string text{};
  std::vector<std::string> operators{}; ///< of a comparison: < <= == != > >= in, "not in"
  std::vector<PythonNode> operands{};
};

/// Reads a whole text. Input error at its place: no such expression, or one that is too long or too deep.
Result<PythonNode> parse_python(std::string_view text);

/// An input error at byte `at` of `text`.
tl::unexpected<Error> python_error(std::string_view text, std::size_t at, std::string message, std::string hint = {});

} // namespace mapwright::kernel
