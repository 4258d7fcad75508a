#include "cli/mapper_diagnostics.hpp"

#include <ostream>
#include <utility>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

using mapper::language::Diagnostic;
using mapper::language::Diagnostics;
using mapper::language::Severity;
using mapper::language::SourceText;

report::Json json_of_diagnostic(const Diagnostic& diagnostic, const SourceText& source) {
  const SourceLocation place = mapper::language::place_of(source, diagnostic.where);
  report::Json fix = nullptr;
  if (diagnostic.fix) {
    const SourceLocation edit = mapper::language::place_of(source, diagnostic.fix->where);
    fix = {{"line", edit.line},
           {"column", edit.column},
           {"length", diagnostic.fix->where.end - diagnostic.fix->where.begin},
           {"text", diagnostic.fix->text}};
  }
  return {{"severity", diagnostic.severity == Severity::error ? "error" : "warning"},
          {"line", place.line},
          {"column", place.column},
          {"message", diagnostic.message},
          {"hint", diagnostic.hint},
          {"fix", std::move(fix)}};
}

std::string counted(std::size_t n, const char* what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

} // namespace

void print_diagnostics(const Diagnostics& diagnostics, const SourceText& source, Terminal& terminal) {
  for (const Diagnostic& diagnostic : diagnostics.sorted()) {
    terminal.err << mapper::language::format(diagnostic, source) << '\n';
  }
}

std::string count_of(const Diagnostics& diagnostics, const SourceText& source) {
  return fmt::format("{}: {}, {}\n", source.file, counted(diagnostics.errors(), "error"),
                     counted(diagnostics.warnings(), "warning"));
}

report::Json json_of(const Diagnostics& diagnostics, const SourceText& source) {
  const std::vector<Diagnostic> all = diagnostics.sorted();
  report::Json document{{"schema_version", 1}};
  for (const Diagnostic& diagnostic : all) {
    if (diagnostic.severity == Severity::error) {
      document = report::error_document(mapper::language::to_error(diagnostic, source));
      break;
    }
  }
  document["file"] = source.file;
  document["errors"] = diagnostics.errors();
  document["warnings"] = diagnostics.warnings();
  report::Json list = report::Json::array();
  for (const Diagnostic& diagnostic : all) {
    list.push_back(json_of_diagnostic(diagnostic, source));
  }
  document["diagnostics"] = std::move(list);
  return document;
}

} // namespace mapwright::cli
