#include "mapper/language/syntax.hpp"

#include <array>
#include <cstddef>

namespace mapwright::mapper::language {

std::string_view to_string(BinaryOperator operation) {
  constexpr std::array<std::string_view, 13> texts{
      "||", "&&", "==", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/", "%"};
  return texts[static_cast<std::size_t>(operation)];
}

std::string_view to_string(ParameterType type) {
  constexpr std::array<std::string_view, 7> texts{"Task", "int", "bool", "IPoint", "ISpace", "MSpace", "tuple"};
  return texts[static_cast<std::size_t>(type)];
}

} // namespace mapwright::mapper::language
