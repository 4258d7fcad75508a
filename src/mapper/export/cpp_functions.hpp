// The variables and functions of a mapper as a class of C++.
#pragma once

#include "core/error.hpp"
#include "mapper/export/cpp_expressions.hpp"
#include "mapper/language/diagnostic.hpp"
#include "mapper/language/syntax.hpp"

#include <map>
#include <string>

namespace mapwright::mapper {

struct CppFunctions {
  std::string text;                             ///< the class Functions, whose constructor takes a Shape
  std::map<std::string, std::string> functions; ///< the name of each of its functions
  CppFindings findings;
  std::vector<language::Span> prints; ///< statements that are left out
};

/// Of a mapper without errors. Input error: what has no type, or no C++.
Result<CppFunctions> cpp_functions(const language::SourceText& source, const language::MapperSyntax& mapper);

/// "stencil.mapper:12".
std::string line_of_statement(const language::SourceText& source, language::Span where);
/// The statement in its canonical form, without comments; of a function the first line.
std::string statement_line(const language::Statement& statement);

} // namespace mapwright::mapper
