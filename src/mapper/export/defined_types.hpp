// The types of what a mapper defines.
#pragma once

#include "mapper/language/syntax.hpp"
#include "mapper/language/types.hpp"

#include <map>
#include <string>

namespace mapwright::mapper {

struct DefinedTypes {
  std::map<std::string, language::TypeKind> variables; ///< global ones
  std::map<std::string, language::TypeKind> functions; ///< of what each returns
};

/// Of a mapper without errors. A type that depends on nothing but itself is unknown.
DefinedTypes defined_types(const language::MapperSyntax& mapper);

} // namespace mapwright::mapper
