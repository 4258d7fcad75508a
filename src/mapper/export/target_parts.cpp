#include "mapper/export/target_parts.hpp"

#include "emit/names.hpp"
#include "mapper/export/export_texts.hpp"
#include "mapper/language/mapper.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

/// The first error of a text that has some.
Result<void> refuse_errors(const language::Examined& examined) {
  for (const language::Diagnostic& diagnostic : examined.diagnostics.sorted()) {
    if (diagnostic.severity == language::Severity::error) {
      return tl::unexpected<Error>(language::to_error(diagnostic, examined.source));
    }
  }
  return {};
}

} // namespace

std::string export_name(const std::string& file) {
  const std::string stem = std::filesystem::path(file).stem().string();
  return emit::to_identifier(stem.empty() || stem == "-" ? "mapper" : stem);
}

Result<TargetParts> target_parts(const ExportRequest& request, const WantedTables& wanted) {
  language::Examined examined = language::examine(request.source);
  if (const auto sound = refuse_errors(examined); !sound) {
    return forward(sound);
  }
  TargetParts made;
  made.syntax = std::move(examined.syntax);
  auto functions = cpp_functions(request.source, made.syntax);
  if (!functions) {
    return forward(functions);
  }
  made.functions = *std::move(functions);
  made.tables = rule_tables(request.source, made.syntax, made.functions.functions, wanted);
  made.parts.wanted = made.tables.parts;
  const std::set<std::string>& methods = made.functions.findings.methods;
  made.parts.wanted.insert(methods.begin(), methods.end());
  if (methods.contains("auto_split") || methods.contains("greedy_split")) {
    made.parts.wanted.insert("extents");
  }
  made.parts.values = {{"name", emit::to_identifier(request.name)},
                       {"file", std::filesystem::path(request.source.file).filename().string()},
                       {"tables", made.tables.text}};
  for (const language::Span print : made.functions.prints) {
    made.warnings.warning(print, "what this prints is left out", "delete it");
  }
  return made;
}

std::string mapping_text(const TargetParts& made) {
  return fill_text(export_texts::integers, made.parts) + fill_text(export_texts::grids, made.parts) +
         fill_text(export_texts::spaces, made.parts) + made.functions.text + fill_text(export_texts::rules, made.parts);
}

std::string warning_comments(const TargetParts& made, const language::SourceText& source, const std::string& headline) {
  std::string out;
  for (const language::Diagnostic& warning : made.warnings.sorted()) {
    out += fmt::format("//   {}: {}\n", line_of_statement(source, warning.where), warning.message);
  }
  return out.empty() ? out : fmt::format("//\n// {}\n{}", headline, out);
}

} // namespace mapwright::mapper
