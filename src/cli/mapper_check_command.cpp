// mapwright mapper check FILE
#include "cli/command.hpp"
#include "cli/mapper_options.hpp"
#include "cli/options.hpp"
#include "report/json.hpp"

#include <ostream>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

using mapper::language::Diagnostic;
using mapper::language::Examined;
using mapper::language::Severity;
using mapper::language::SourceText;

struct MapperCheckOptions {
  std::string file;
  bool json = false;
};

report::Json json_of(const Diagnostic& diagnostic, const SourceText& source) {
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

report::Json json_of(const Examined& examined) {
  const std::vector<Diagnostic> all = examined.diagnostics.sorted();
  report::Json document{{"schema_version", 1}};
  for (const Diagnostic& diagnostic : all) {
    if (diagnostic.severity == Severity::error) {
      document = report::error_document(mapper::language::to_error(diagnostic, examined.source));
      break;
    }
  }
  document["file"] = examined.source.file;
  document["errors"] = examined.diagnostics.errors();
  document["warnings"] = examined.diagnostics.warnings();
  report::Json list = report::Json::array();
  for (const Diagnostic& diagnostic : all) {
    list.push_back(json_of(diagnostic, examined.source));
  }
  document["diagnostics"] = std::move(list);
  return document;
}

std::string counted(std::size_t n, const char* what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

Result<int> check(const MapperCheckOptions& options, Terminal& terminal) {
  auto text = read_mapper_text(options.file, terminal);
  if (!text) {
    return forward(text);
  }
  const Examined examined = mapper::language::examine(*std::move(text));
  for (const Diagnostic& diagnostic : examined.diagnostics.sorted()) {
    terminal.err << mapper::language::format(diagnostic, examined.source) << '\n';
  }
  const std::size_t errors = examined.diagnostics.errors();
  const std::string summary = fmt::format("{}: {}, {}\n", examined.source.file, counted(errors, "error"),
                                          counted(examined.diagnostics.warnings(), "warning"));
  if (options.json || errors == 0) {
    const auto written = write_out(terminal, options.json ? report::document_text(json_of(examined)) : summary);
    if (!written) {
      return forward(written);
    }
  } else {
    terminal.err << summary;
  }
  return errors == 0 ? 0 : report::exit_code(ErrorKind::input);
}

} // namespace

void add_mapper_check(CLI::App& mapper, Commands& commands) {
  CLI::App& app = commands.add(mapper, "check", "all that is wrong with a mapper before it runs",
                               "  mapwright mapper check stencil.mapper\n"
                               "Exit code 2 for errors; warnings do not fail.");
  auto options = std::make_shared<MapperCheckOptions>();
  app.add_option("FILE", options->file, "the mapper; - reads standard input")->required()->type_name("");
  declare_json(app, options->json);
  commands.set_action(app, [options](Terminal& terminal) { return check(*options, terminal); });
}

} // namespace mapwright::cli
