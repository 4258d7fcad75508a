// Diagnostics of mappers as commands give them.
#pragma once

#include "cli/terminal.hpp"
#include "mapper/language/diagnostic.hpp"
#include "report/json.hpp"

namespace mapwright::cli {

/// Each with its line, caret, fix and hint, on standard error.
void print_diagnostics(const mapper::language::Diagnostics& diagnostics, const mapper::language::SourceText& source,
                       Terminal& terminal);

/// "stencil.mapper: 1 error, 2 warnings" and a newline.
std::string count_of(const mapper::language::Diagnostics& diagnostics, const mapper::language::SourceText& source);

/// schema_version, error (where there is one: the first), file, errors, warnings, diagnostics.
report::Json json_of(const mapper::language::Diagnostics& diagnostics, const mapper::language::SourceText& source);

} // namespace mapwright::cli
