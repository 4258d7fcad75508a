// What all targets have in common: the mapper's text read, its functions and tables in C++, and what is warned of.
#pragma once

#include "core/error.hpp"
#include "mapper/export/cpp_functions.hpp"
#include "mapper/export/export.hpp"
#include "mapper/export/fill_text.hpp"
#include "mapper/export/rule_tables.hpp"
#include "mapper/language/syntax.hpp"

#include <string>

namespace mapwright::mapper {

struct TargetParts {
  language::MapperSyntax syntax;
  CppFunctions functions;
  RuleTables tables;
  TextParts parts; ///< {{name}}, {{file}}, {{tables}}, and the parts of all texts that are wanted
  language::Diagnostics warnings;
};

/// Reads the text. Input error: the first that is wrong with it, or what has no C++.
Result<TargetParts> target_parts(const ExportRequest& request, const WantedTables& wanted);

/// The classes that functions stand on, the functions and the tables.
std::string mapping_text(const TargetParts& made);

/// The warnings as lines of a comment, each with its place; empty without any.
std::string warning_comments(const TargetParts& made, const language::SourceText& source, const std::string& headline);

} // namespace mapwright::mapper
